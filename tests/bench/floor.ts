// A lower bound for every decoder: builds the objects of `large` from existing numbers, and from strings that it cuts anew.
import { Color, NodePath, type Variant, Vector3 } from "../../js/index.js";
import { exactInt } from "../../js/table/numbers.js";
import { type KeyList, keyListOf } from "../../js/values/key-list.js";
import { lazyDictionary } from "../../js/values/lazy-dictionary.js";
import { VariantArray } from "../../js/values/variant.js";
import { type CutTexts, cutTextsOf } from "./cut-texts.js";

interface Item {
  id: number;
  name: string;
  count: number;
  weight: number;
  equipped: boolean;
  position: Vector3;
  tint: Color;
  owner: NodePath;
  tags: string[];
  stats: Stats;
}

interface Stats {
  damage: number;
  armor: number;
  durability: number;
  level: number;
}

/** The numbers and texts of all items, in order of use. */
interface Parts {
  count: number;
  ints: Int32Array;
  floats: Float64Array;
  singles: Float32Array;
  texts: CutTexts;
}

/** A function that builds the same value again without reading bytes. */
export function largeFloor(value: Variant): () => unknown {
  const parts = takeApart((value as unknown as { inventory: Item[] }).inventory);
  return () => ({ inventory: putTogether(parts, false) });
}

/** The same for the value of `exact` mode. */
export function exactLargeFloor(value: Variant): () => unknown {
  const parts = takeApart((value as unknown as { inventory: Item[] }).inventory);
  const keys = keyListOf(["inventory"]) as KeyList;
  return () => lazyDictionary(keys, [putTogether(parts, true) as VariantArray]);
}

function takeApart(items: readonly Item[]): Parts {
  const ints: number[] = [];
  const floats: number[] = [];
  const singles: number[] = [];
  const strings: string[] = [];
  for (const { id, name, count, weight, equipped, position, tint, owner, tags, stats } of items) {
    ints.push(id, count, Number(equipped), owner.names.length, tags.length);
    ints.push(stats.damage, stats.armor, stats.level);
    floats.push(weight, stats.durability);
    position.toArray(singles, singles.length);
    tint.toArray(singles, singles.length);
    strings.push(name, ...owner.names, ...tags);
  }
  return {
    count: items.length,
    ints: Int32Array.from(ints),
    floats: Float64Array.from(floats),
    singles: Float32Array.from(singles),
    texts: cutTextsOf(strings),
  };
}

const statKeys = keyListOf(["damage", "armor", "durability", "level"]) as KeyList;
const itemKeys = keyListOf(
  "id,name,count,weight,equipped,position,tint,owner,tags,stats".split(","),
) as KeyList;

function putTogether(
  { count, ints, floats, singles, texts: { cut, numbers } }: Parts,
  exact: boolean,
): unknown[] {
  const items = exact ? new VariantArray(count) : new Array<unknown>(count);
  const strings = cut();
  let text = 0;
  for (let i = 0, int = 0, float = 0, single = 0; i < count; i++, int += 8, float += 2, single += 7) {
    const name = strings[numbers[text] as number] as string;
    const names = part(new Array(ints[int + 3] as number), strings, numbers, text + 1);
    const tagCount = ints[int + 4] as number;
    const list = exact ? new VariantArray(tagCount) : new Array<string>(tagCount);
    const tags = part(list as string[], strings, numbers, text + 1 + names.length);
    text += 1 + names.length + tags.length;
    const id = ints[int] as number;
    const number = ints[int + 1] as number;
    const weight = floats[float] as number;
    const equipped = ints[int + 2] !== 0;
    const position = new Vector3(singles[single], singles[single + 1], singles[single + 2]);
    const [r, g, b, a] = [singles[single + 3], singles[single + 4], singles[single + 5], singles[single + 6]];
    const tint = new Color(r, g, b, a);
    const owner = new NodePath({ absolute: true, names, subnames: [] });
    const damage = ints[int + 5] as number;
    const armor = ints[int + 6] as number;
    const durability = floats[float + 1] as number;
    const level = ints[int + 7] as number;
    if (exact) {
      const values = [exactInt(damage), exactInt(armor), durability, exactInt(level)];
      const stats = lazyDictionary(statKeys, values);
      const fields = [
        exactInt(id),
        name,
        exactInt(number),
        weight,
        equipped,
        position,
        tint,
        owner,
        tags,
        stats,
      ];
      items[i] = lazyDictionary(itemKeys, fields);
    } else {
      const stats = { damage, armor, durability, level };
      items[i] = { id, name, count: number, weight, equipped, position, tint, owner, tags, stats };
    }
  }
  return items;
}

function part(texts: string[], strings: readonly string[], numbers: Int32Array, start: number): string[] {
  for (let i = 0; i < texts.length; i++) texts[i] = strings[numbers[start + i] as number] as string;
  return texts;
}
