// Says what a file looks like whose beginning is no frame of a stream.
import { containerText } from "../../describe/files.js";
import { type Candidate, detect, VariantError } from "../../index.js";
import { Failure } from "../output/failure.js";
import { errorText, readElsewhere } from "../output/report.js";
import { chunksOf, nameOf } from "./files.js";

/** More bytes than this are not looked at. */
const mostKept = 1 << 26;

/** The chunks of a file or of standard input. Keeps them until the first value is read, because they may be something else than frames. */
export class StreamBeginning implements AsyncIterable<Uint8Array> {
  readonly #file: string;
  readonly #source: AsyncGenerator<Uint8Array>;
  #kept: Uint8Array[] | undefined = [];
  #size = 0;

  constructor(file: string) {
    this.#file = file;
    this.#source = chunksOf(file);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (let chunk = await this.#next(); chunk !== undefined; chunk = await this.#next()) yield chunk;
  }

  /** A value was read, so these are frames. */
  isStream(): void {
    this.#kept = undefined;
  }

  async close(): Promise<void> {
    await this.#source.return(undefined);
  }

  /** The error of a frame or, if the bytes look like no stream, one that says what they look like and how to read them. */
  async explained(error: unknown): Promise<unknown> {
    if (!(error instanceof VariantError) || this.#kept === undefined) return error;
    // Standard input may be a connection, on which nothing else arrives.
    while (this.#file !== "-" && this.#size < mostKept && (await this.#next()) !== undefined);
    const advice = adviceFor(detect(Buffer.concat(this.#kept)));
    if (advice === undefined) return error;
    const what = errorText(new VariantError(error.code, { ...error, hints: [] }));
    return new Failure(`${nameOf(this.#file)}: ${what} ${advice}`);
  }

  async #next(): Promise<Uint8Array | undefined> {
    const { done, value } = await this.#source.next();
    if (done === true) return undefined;
    if (this.#size < mostKept) this.#kept?.push(value);
    this.#size += value.length;
    return value;
  }
}

/** Below this sum of their scores, readings as a bare value are rather chance. */
const leastCertain = 0.5;

function adviceFor(candidates: readonly Candidate[]): string | undefined {
  const [first] = candidates;
  if (first === undefined) return undefined;
  const { container, framing, dialect, reasons } = first;
  const without = "Use decode without --stream.";
  const layer = containerText(container);
  if (layer !== undefined) return `The file looks like ${an(layer)}, not like a stream of frames. ${without}`;
  if (container !== "none") {
    const kind = reasons[0]?.replace(/^it is /, "") ?? container;
    const isRead = framing !== undefined || readElsewhere.test(kind);
    const what = `The file looks like ${kind.replace(readElsewhere, "")}, not like a stream of frames.`;
    return isRead ? `${what} ${without}` : what;
  }
  const bare = candidates.filter((candidate) => candidate.framing === "none");
  if (framing !== "none" || bare.reduce((sum, { score }) => sum + score, 0) < leastCertain) return undefined;
  return `The file looks like a bare value of ${dialect}, not like a stream of frames. ${without}`;
}

const an = (noun: string) => `${/^[aeio]/.test(noun) ? "an" : "a"} ${noun}`;
