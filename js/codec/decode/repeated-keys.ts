// Entries whose key equals that of an earlier entry, which only damaged or hand-made bytes hold.
import type { Warning } from "../../base/errors.js";
import type { Settings } from "../../base/options.js";
import { formatPath } from "../../base/path.js";
import { wordOf } from "../../table/numbers.js";
import { dialectNumbers, stringIds, Type } from "../../table/table.gen.js";
import { KeyTexts } from "../../values/key-text.js";
import { Float } from "../../values/small-values.js";
import { Dictionary, insert, makeExact, type Variant } from "../../values/variant.js";
import type { Boundary } from "../../wasm/boundary.js";
import {
  countAt,
  headWords,
  keySizeAt,
  listAt,
  recordWords,
  startAt,
  strideAt,
  typeAt,
  type ValueIndex,
} from "../../wasm/value-index.js";
import { keyAt, memoized, nameAt, withPath } from "./error-places.js";

/** How many warnings are listed, as in the codec. */
const mostWarnings = 1000;

/** A value in an index, and its key in the value around it. */
interface Place {
  readonly record: number;
  readonly key: Variant;
  readonly around: Place | undefined;
}

/**
 * Adds the warning `repeated-key` for each later entry with an equal key to the warnings of a valid input, and returns whether there are any.
 * Takes time proportional to the input.
 */
export function addRepeatedKeys(
  warnings: Warning[],
  codec: Boundary,
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
  source: ValueIndex,
): boolean {
  const rest = warnings.at(-1)?.code === "more-warnings" ? warnings.pop() : undefined;
  const before = warnings.length;
  const exact = { ...settings, form: { ...settings.form, exact: true } };
  const texts = new KeyTexts(settings.form.dictionariesApart);
  const stringId = stringIds[dialectNumbers[settings.dialectName]];
  const open: Place[] = [{ record: 0, key: null, around: undefined }];
  for (let around = open.pop(); around !== undefined; around = open.pop()) {
    const list = listAt(source, around.record);
    const type = typeAt(source, around.record);
    const count = strideAt(source, list) === 0 ? countAt(source, list) : 0;
    const seen = type === Type.Dictionary || type === Type.Object ? makeExact(new Dictionary()) : undefined;
    for (let i = 0; i < count; i++) {
      const record = list + headWords + i * recordWords;
      const offset = startAt(source, record) - keySizeAt(source, record);
      let key: Variant = i;
      if (type === Type.Object) key = nameAt(input, offset);
      else if (seen !== undefined)
        key =
          wordOf(input, offset) === stringId ? nameAt(input, offset + 4) : keyAt(codec, input, exact, offset);
      const place = { record, key, around };
      if (listAt(source, record) !== 0) open.push(place);
      const size = seen?.size;
      if (seen !== undefined) insert(seen, Object.is(key, -0) ? new Float(-0) : key, null, texts);
      if (seen === undefined || seen.size !== size) continue;
      const path = memoized(() => formatPath(keysOf(place)));
      warnings.push(withPath({ code: "repeated-key", offset } as const, path));
    }
  }
  const isRepeated = warnings.length > before;
  warnings.sort((a, b) => a.offset - b.offset);
  const others = warnings.splice(mostWarnings);
  const more = others.length + (rest?.count ?? 0);
  const offset = Math.min(others[0]?.offset ?? Infinity, rest?.offset ?? Infinity);
  if (more > 0) warnings.push({ code: "more-warnings", offset, path: "", count: more });
  return isRepeated;
}

function keysOf(place: Place): Variant[] {
  const keys: Variant[] = [];
  for (let at = place; at.around !== undefined; at = at.around) keys.unshift(at.key);
  return keys;
}
