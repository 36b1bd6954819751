// CSV as RFC 4180 has it.
import { counted } from "../../../../js/describe/amounts.js";
import type { Note } from "../../protocol/opening.js";
import { isKeyed } from "../../values/types.js";
import type { TreeNode } from "../tree/tree-node.js";
import { cellsOf, columnOf } from "./columns.js";
import { textOf } from "./notation.js";

const batch = 1000;

/**
 * A container of Dictionaries: one line for each, one column for each key. Of a Dictionary, the first column has the keys. Texts are
 * written as they are, other values in GDScript's notation, null and missing keys as nothing. A note says how many rows are neither
 * Dictionary nor Object, so that nothing of them is written.
 */
export function csvOf(node: TreeNode): { text: string; notes: readonly Note[] } {
  const hasKeys = isKeyed(node.type);
  const columns = new Map<string, number>();
  const lines: string[][] = [];
  let others = 0;
  for (let first = 0; first < node.count; first += batch) {
    for (const row of node.children(first, batch)) {
      const line = hasKeys ? [columnOf(row)] : [];
      if (!isKeyed(row.type) && row.type !== "Nil") others++;
      for (const cell of cellsOf(row)) {
        const name = columnOf(cell);
        const column = columns.get(name) ?? columns.size + (hasKeys ? 1 : 0);
        columns.set(name, column);
        line[column] = csvCell(cell);
      }
      lines.push(line);
    }
  }
  const head = [...(hasKeys ? [""] : []), ...columns.keys()];
  const lineOf = (cells: readonly (string | undefined)[]) =>
    Array.from(head, (_, i) => quoted(cells[i] ?? "")).join(",");
  const text = `${[head, ...lines].map(lineOf).join("\r\n")}\r\n`;
  return { text, notes: others === 0 ? [] : [noteOf(others)] };
}

const noteOf = (others: number): Note => ({
  code: "no-columns",
  text: `${counted(others, "row")} ${others === 1 ? "has" : "have"} no columns, being neither Dictionary nor Object. The CSV has empty cells for that.`,
  path: "",
  offset: 0,
});

export function csvCell(cell: TreeNode): string {
  if (cell.type === "Nil") return "";
  const value = cell.value();
  return typeof value === "string" ? value : textOf(value);
}

const quoted = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const cellOf = {
  ",": /"((?:[^"]|"")*)"|([^,\r\n]*)/y,
  ";": /"((?:[^"]|"")*)"|([^;\r\n]*)/y,
  "\t": /"((?:[^"]|"")*)"|([^\t\r\n]*)/y,
};
type Separator = keyof typeof cellOf;

/** Some programs write semicolons or tabs instead of commas: the first line has most of them. */
function separatorOf(text: string): Separator {
  const [, head = ""] = /^((?:"(?:[^"]|"")*"|[^"\r\n])*)/.exec(text) ?? [];
  const bare = head.replace(/"(?:[^"]|"")*"/g, "");
  const count = (separator: Separator) => bare.split(separator).length;
  return ([",", ";", "\t"] as const).reduce((best, each) => (count(each) > count(best) ? each : best));
}

// Excel writes and reads such a line before the others.
const separatorLine = /^sep=([,;\t])(?:\r\n?|\n)/i;

/** The cells of each line. Throws an error that names the line if a quote is not closed, or has other text beside it. */
export function parseCsv(given: string): string[][] {
  const whole = given.replace(/^\uFEFF/, "");
  const text = whole.replace(separatorLine, "");
  const separator = (separatorLine.exec(whole)?.[1] as Separator | undefined) ?? separatorOf(text);
  const pattern = cellOf[separator];
  const lines: string[][] = [];
  let line: string[] = [];
  for (let at = 0; at < text.length; ) {
    pattern.lastIndex = at;
    const [cell, inQuotes, bare = ""] = pattern.exec(text) as RegExpExecArray;
    if (inQuotes === undefined && bare.startsWith('"'))
      throw new Error(`Line ${lines.length + 1} has a quote that is not closed.`);
    if (/^\s+"/.test(bare)) throw new Error(`Line ${lines.length + 1} has a space before a quote.`);
    line.push(inQuotes?.replaceAll('""', '"') ?? bare);
    at += cell.length;
    if (text[at] === separator) {
      at++;
      // Nothing follows the last separator: an empty cell.
      if (at < text.length) continue;
      line.push("");
    } else if (at < text.length && text[at] !== "\r" && text[at] !== "\n") {
      throw new Error(`Line ${lines.length + 1} has a text behind a closing quote.`);
    }
    at += text.startsWith("\r\n", at) ? 2 : 1;
    lines.push(line);
    line = [];
  }
  return lines;
}
