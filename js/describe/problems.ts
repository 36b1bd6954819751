// Words for errors, warnings, losses and damage.
import type { ErrorCode, Loss, VariantError, Warning, WarningCode } from "../base/errors.js";
import type { HintArgs, HintCode } from "../base/hints.js";
import type { Lost } from "../document/recover/recovered.js";
import { errorSentences, lossSentences, warningSentences } from "../table/table.gen.js";
import { byteText, counted } from "./amounts.js";

/** A program's own sentences for hints, for example to name its options. Other hints use the package's sentences. */
export type HintWords = { readonly [Code in HintCode]?: (...args: HintArgs<Code>) => string };

/** Hints for errors that have none, because they were raised before the whole input was read. */
const usualHints = {
  "object-not-allowed": "allow-objects",
  "password-required": "give-secret",
} as const satisfies Partial<Record<ErrorCode, HintCode>>;

/** The advice for an error, in the program's own words if it has some; empty if there is no advice. */
export function hintText(
  { code, hints }: Pick<VariantError, "code" | "hints">,
  words: HintWords = {},
): string {
  if (hints.length > 0) return hints.map((hint) => said(words, hint.code, hint.args) ?? hint.text).join(" ");
  return (code in usualHints && said(words, usualHints[code as keyof typeof usualHints], [])) || "";
}

function said(words: HintWords, code: HintCode, args: readonly unknown[]): string | undefined {
  return (words[code] as ((...args: readonly unknown[]) => string) | undefined)?.(...args);
}

interface Place {
  readonly offset?: number | undefined;
  readonly path?: string;
}

/** `byte 300 = 0x12c, path hp[1]`, or another text for the offset; empty without a place. */
export function placeText({ offset, path = "" }: Place, offsetText = byteText): string {
  return [offset === undefined ? "" : offsetText(offset), path && `path ${path}`].filter(Boolean).join(", ");
}

/** Puts a place into a sentence: `The text is not valid UTF-8 (at byte 300 = 0x12c, path hp[1]).` */
export function placed(sentence: string, place: string): string {
  return place === "" ? sentence : `${sentence.slice(0, -1)} (at ${place}).`;
}

/** A warning in one line: `text-after-nul: The text continues … (at byte 300 = 0x12c, path name).` */
export function warningText(warning: Warning, offsetText = byteText): string {
  const { code, from, to, count } = warning;
  const sentence = warningSentences[code];
  if (count !== undefined) return restText(code, count);
  if (from !== undefined && to !== undefined) return changeText({ ...warning, from, to }, sentence);
  return `${code}: ${placed(sentence, placeText(warning, offsetText))}`;
}

/** A loss of a conversion in one line. */
export function lossText(loss: Loss): string {
  const { code, count } = loss;
  const sentence = lossSentences[code];
  return count === undefined ? changeText(loss, sentence) : restText(code, count);
}

const restText = (code: string, count: number) => `${code}: ${moreText(count)}`;

const moreText = (count: number) =>
  count === 1 ? "There is one more, which is not listed." : `There are ${count} more, which are not listed.`;

/** What all warnings of a code say, without their places; `count` is that of `more-warnings`. */
export const warningReason = (code: WarningCode, count: number): string =>
  code === "more-warnings" ? moreText(count) : warningSentences[code];

type TypeChange = Pick<Loss, "offset" | "path" | "from" | "to"> & { readonly code: string };

const changeText = (change: TypeChange, sentence: string) =>
  `${change.code}: ${placed(`${typesText(change)}.`, placeText(change))} ${sentence}`;

const typesText = ({ from, to }: Pick<Loss, "from" | "to">) => (from === to ? from : `${from} → ${to}`);

/** A loss of a conversion, for a list that shows its path: `int → float. The number was rounded …` */
export function lossReason(loss: Loss): string {
  if (loss.count !== undefined) return lossText(loss);
  return `${typesText(loss)}. ${lossSentences[loss.code]}`;
}

/** Damage that `recover` left out, in one line: `12 bytes were lost (at byte 300 = 0x12c). The text is not valid UTF-8.` */
export function lostText(lost: Pick<Lost, "offset" | "length" | "code" | "path">): string {
  const { length, code } = lost;
  const what = length === 0 ? "Damaged" : `${counted(length, "byte was", "bytes were")} lost`;
  return `${what} (at ${placeText(lost)}). ${errorSentences[code]}`;
}
