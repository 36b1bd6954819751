// The package against the native library, on values of all dialects with random changes: the same verdict, error code, offset
// and warnings, and the same bytes again from encode and convert. DIFFERENTIAL_COUNT questions are asked, or as many as fit into
// DIFFERENTIAL_SECONDS; DIFFERENTIAL_SEED repeats them.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import {
  convert,
  type DialectName,
  type DocumentNode,
  encode,
  type Options,
  open,
  tryDecode,
  VariantError,
} from "../../js/index.js";
import {
  dialectDescriptions,
  errorCodes,
  lossSentences,
  warningSentences,
} from "../../js/table/table.gen.js";
import { mutated } from "../engine/mutations.js";
import { fromHex, hex, linesOf, origins } from "../js/fixtures.js";
import { Random } from "../random.js";

const count = Number(process.env.DIFFERENTIAL_COUNT ?? 1_000_000);
const seconds = Number(process.env.DIFFERENTIAL_SECONDS ?? 120);
const seed = Number(process.env.DIFFERENTIAL_SEED ?? Date.now() % 2 ** 31);
const program = fileURLToPath(new URL("../../build/native/godot_variant_answers", import.meta.url));

/** What answers.cpp reads: a length, a dialect, one to convert to, bits of options, and a byte that means nothing; then the bytes. */
interface Question {
  readonly dialect: number;
  readonly target: number;
  readonly options: number;
  readonly input: Uint8Array<ArrayBuffer>;
}

const dialects = dialectDescriptions.map(({ name }) => name);
const [warnings, losses] = [Object.keys(warningSentences), Object.keys(lossSentences)];
const errorNumber = (error: unknown): number => {
  if (!(error instanceof VariantError)) throw error;
  return errorCodes.indexOf(error.code) + 1;
};

const values = origins.flatMap(({ folder, dialect }) =>
  linesOf(`${folder}/values.jsonl`)
    .filter(({ bytes }) => bytes.length < 1200)
    .map(({ bytes }) => ({ dialect: dialects.indexOf(dialect), bytes: fromHex(bytes) })),
);

function question(random: Random): Question {
  const { dialect, bytes } = random.pick(values);
  let input = bytes;
  for (let changes = random.below(4); changes > 0; changes--) input = mutated(random, input) as typeof input;
  const options = random.below(4) === 0 ? random.below(32) : 1;
  const framed = (options & 8) !== 0 && random.below(8) > 0;
  return {
    dialect: random.below(8) === 0 ? random.below(dialects.length + 1) : dialect,
    target: random.below(dialects.length),
    options,
    input: framed
      ? new Uint8Array(Buffer.concat([new Uint8Array(new Uint32Array([input.length]).buffer), input]))
      : input,
  };
}

/** FNV-1a. */
const start = 0x811c9dc5 | 0;
const step = (sum: number, value: number) => Math.imul(sum ^ value, 0x01000193);
const hashOf = (bytes: Uint8Array) => bytes.reduce(step, start);

/** The numbers of an answer: error code, offset, bytes read, warnings, encoded, converted. */
type Answer = number[];
const encodedAt = 4;

function optionsOf({ dialect, options }: Question): Options {
  const bit = (mask: number) => (options & mask) !== 0;
  return {
    dialect: dialects[dialect],
    mode: "exact",
    allowObjects: bit(1),
    fullObjects: true,
    allowTrailing: bit(2),
    badUtf8: bit(4) ? "replace" : "error",
    framing: bit(8) ? "store_var" : "none",
    real: bit(16) ? "double" : undefined,
  };
}

function answerOf(question: Question): Answer {
  const options = optionsOf(question);
  const result = tryDecode(question.input, options);
  if (!result.ok) return [errorNumber(result.error), result.error.offset ?? 0, 0, 0, 0, 0];
  let warned = start;
  for (const { code, offset } of result.warnings) warned = step(step(warned, warnings.indexOf(code)), offset);
  const encoded = attempt(() => hashOf(encode(result.value, options)));
  const target = dialects[question.target] as DialectName;
  const converted =
    options.dialect === undefined ? 0 : attempt(() => convertedHash(question.input, options, target));
  return [0, 0, result.bytesRead, warned, encoded, converted].map((number) => number >>> 0);
}

function attempt(run: () => number): number {
  try {
    return run();
  } catch (error) {
    return errorNumber(error);
  }
}

function convertedHash(input: Uint8Array, options: Options, to: DialectName): number {
  const result = convert(input, { ...options, to });
  let sum = hashOf(result.bytes);
  for (const { code, offset } of result.losses) sum = step(step(sum, losses.indexOf(code)), offset);
  return sum;
}

function nativeAnswers(questions: readonly Question[]): Answer[] {
  const input = questions.flatMap(({ dialect, target, options, input }) => {
    const head = new Uint32Array([input.length, dialect | (target << 8) | (options << 16)]);
    return [new Uint8Array(head.buffer), input];
  });
  const output = execFileSync(program, [], { input: Buffer.concat(input), maxBuffer: 1 << 30 });
  const words = new Uint32Array(new Uint8Array(output).buffer);
  return questions.map((_, i) => Array.from(words.subarray(i * 6, i * 6 + 6)));
}

/** Whether only the encoded bytes differ, for a reason that docs/DIALECTS.md or docs/GUIDE.md names. */
function differAsDescribed(question: Question, ours: Answer, theirs: Answer): boolean {
  if (ours.some((number, at) => at !== encodedAt && number !== theirs[at])) return false;
  if ((question.options & 4) !== 0) return true;
  const options = optionsOf(question);
  const result = tryDecode(question.input, options);
  if (!result.ok) return false;
  // JavaScript joins two halves of a surrogate pair, and writes no half; C++ writes what it read.
  const halves = result.warnings.some(({ code }) => code === "surrogates-in-text");
  return halves || repeatsAProperty(open(question.input, options).root);
}

/** Of a property that an Object holds twice, JavaScript keeps the last; C++ keeps both. */
function repeatsAProperty(node: DocumentNode): boolean {
  if (node.type === "Object" && new Set(node.keys).size < node.childCount) return true;
  return node.children().some(repeatsAProperty);
}

test(`answers as the native library does, with DIFFERENTIAL_SEED=${seed}`, () => {
  const random = new Random(seed);
  const end = performance.now() + seconds * 1000;
  const different: string[] = [];
  let [asked, accepted] = [0, 0];
  while (asked < count && (asked === 0 || performance.now() < end)) {
    const questions = Array.from({ length: Math.min(10_000, count - asked) }, () => question(random));
    const natives = nativeAnswers(questions);
    asked += questions.length;
    for (const [i, one] of questions.entries()) {
      const [ours, theirs] = [answerOf(one), natives[i] as Answer];
      if (ours[0] === 0) accepted++;
      if (ours.join() === theirs.join() || differAsDescribed(one, ours, theirs)) continue;
      const { input, ...rest } = one;
      different.push(`${JSON.stringify(rest)} ${ours} instead of ${theirs}: ${hex(input)}`);
    }
  }
  const report = `${asked} inputs, ${accepted} of them values, with DIFFERENTIAL_SEED=${seed}`;
  expect(different.slice(0, 10), `${different.length} of ${report} are different`).toEqual([]);
  expect(accepted).toBeGreaterThan(asked / 20);
  process.stderr.write(`${report}: the same answers in WebAssembly and natively\n`);
});
