// The indentations of the lines of a text, for many places in it: one line may be as long as the text.

export class LineMargins {
  private readonly text: string;
  private readonly known = new Map<number, string>();
  private starts: readonly number[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The spaces and tabs that begin the line of an index. */
  at(index: number): string {
    const start = this.lineOf(index);
    const margin = this.known.get(start) ?? this.marginFrom(start);
    this.known.set(start, margin);
    return margin;
  }

  private marginFrom(start: number): string {
    const blanks = /[ \t]*/y;
    blanks.lastIndex = start;
    return blanks.exec(this.text)?.[0] ?? "";
  }

  /** Where the line of an index begins. */
  private lineOf(index: number): number {
    this.starts ??= [0, ...Array.from(this.text.matchAll(/\n/g), (end) => end.index + 1)];
    let [from, to] = [0, this.starts.length];
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if ((this.starts[middle] as number) <= index) from = middle;
      else to = middle;
    }
    return this.starts[from] as number;
  }
}
