// Values that consist mostly of text.
import type { Random } from "../random.js";

const letters = "abcdefghijklmnopqrstuvwxyz_0123456789";
const kana = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん";
const kanji = "剣盾村人城森川山火水風土光闇王女神鬼竜魔法薬店家道旅夢空海星月日";
const emoji = ["😀", "⚔️", "🛡️", "🐉", "🌸", "🍙", "🎮", "👩‍🚀"];
const speakers = ["村長", "ミラ", "商人", "ドラゴン", "Ärztin", "Señor Ω"];

function word(random: Random, alphabet: string, length: number): string {
  let text = "";
  for (let i = 0; i < length; i++) text += alphabet[random.word() % alphabet.length];
  return text;
}

/** Short strings, all different. */
export function distinct(random: Random, count: number): string[] {
  return Array.from(
    { length: count },
    (_, i) => word(random, letters, random.between(2, 12)) + i.toString(36),
  );
}

function sentence(random: Random): string {
  const parts = Array.from(
    { length: random.between(2, 6) },
    () => word(random, kanji, random.between(1, 2)) + word(random, kana, random.between(1, 5)),
  );
  return `${parts.join("、")}。${random.between(0, 2) === 0 ? random.pick(emoji) : ""}`;
}

/** A line of chat, whose texts never come again: half of them English, the others Japanese or with accents. */
export function chat(random: Random): object {
  const id = word(random, "0123456789abcdef", 32);
  const from = `${random.pick(["Ann", "Ben", "Åsa", "ミラ"])}${random.between(1, 9999)}`;
  const plain = Array.from({ length: random.between(1, 9) }, () =>
    word(random, letters, random.between(2, 7)),
  );
  const text = random.pick([plain.join(" "), plain.join(" "), `¿${plain.join(" ")}?`, sentence(random)]);
  return { type: "chat", id, from, text, at: random.between(1, 1e9) };
}

/** Dialogue lines in Japanese, with emoji. */
export function dialogue(random: Random, count: number): object[] {
  return Array.from({ length: count }, () => ({ 話し手: random.pick(speakers), 台詞: sentence(random) }));
}

/** One object with `count` different keys. */
export function wide(random: Random, count: number): object {
  return Object.fromEntries(distinct(random, count).map((key) => [`k_${key}`, random.between(0, 100000)]));
}
