// How a file is opened, and what the page learns of it.
import type {
  Candidate,
  ContainerName,
  DialectName,
  DocumentIndex,
  Framing,
  Layer,
  WarningCode,
} from "godot-variant";
import type { Address, Range } from "./places.js";

/** A file to open, and options. */
export interface OpenRequest {
  /** Read by the worker only. */
  readonly blob: Blob;
  readonly name: string;
  readonly password?: string | undefined;
  /** 32 bytes as 64 hexadecimal digits. */
  readonly key?: string | undefined;
  readonly dialect?: DialectName | undefined;
  readonly framing?: Framing | undefined;
}

/** How the bytes of a content are decoded. */
export interface Format {
  readonly dialect: DialectName;
  readonly framing: Framing;
}

/** A format that a person can choose for the file. */
export interface Reading extends Format {
  readonly label: string;
  /** Whether an engine writes it; some dialects exist only in the documentation. */
  readonly isEngine: boolean;
  /** Why the bytes suggest it; empty when they do not. */
  readonly reasons: readonly string[];
}

/** An open file. */
export interface Opened extends Format {
  /** Words for the layers of the file, the outermost first, then framing and dialect. */
  readonly layers: readonly string[];
  readonly isEncrypted: boolean;
  readonly readings: readonly Reading[];
  /** The dialects that the file can be converted to, with descriptions. */
  readonly targets: readonly (readonly [DialectName, string])[];
  readonly fileSize: number;
  readonly contentSize: number;
  readonly rows: number;
  readonly remarks: readonly Remark[];
  /** The bytes of a damaged content that could not be read. */
  readonly lost: readonly Lost[];
  /** Size of the content before unreadable bytes were left out. */
  readonly originalSize: number;
  /** Whether the ranges of values are not places in the content, as in a text. */
  readonly isTranscribed: boolean;
  /** Whether the content is text, which has neither framing nor dialect. */
  readonly isText: boolean;
  /** The bytes that the worker read, in storage of their own: the file on the disk may change. */
  readonly copy: Blob;
}

/** The range of a value in the content, and the index of all values inside. */
export interface IndexedRange {
  readonly start: number;
  readonly end: number;
  readonly bigEndian: boolean;
  readonly index: DocumentIndex;
}

/** The result that a second worker returns for an unpacked file. */
export interface Unpacked {
  readonly layers: readonly Layer[];
  readonly candidates: readonly Candidate[];
  /** The content of all layers. */
  readonly original: Uint8Array<ArrayBuffer>;
  /** The same content or, if it is damaged, its readable parts. */
  readonly content: Uint8Array<ArrayBuffer>;
  readonly format: Format;
  readonly ranges?: readonly IndexedRange[] | undefined;
  /** The kind of text, if the content is text. */
  readonly kind?: ContainerName | undefined;
  /** The warnings of binary values; those of a text come when its values are transcribed. */
  readonly noted: readonly Noted[];
  readonly lost: readonly Lost[];
  readonly copy: Blob;
  /** Transferred instead of copied. */
  readonly buffers: ArrayBuffer[];
}

/** Bytes of a damaged content that could not be read. */
export interface Lost {
  readonly range: Range;
  readonly reason: string;
  /** The path of the value that they belonged to. */
  readonly path: string;
  /** The innermost readable value around them. */
  readonly address: Address;
}

/** The warnings of one code. */
export interface Noted {
  readonly code: WarningCode;
  count: number;
  /** The first of them. */
  readonly places: NotedPlace[];
}

/** Where a warning is: at a byte or, in a content that has no bytes of values, at a path. */
export interface NotedPlace {
  readonly path: string;
  readonly offset?: number | undefined;
  /** How many bytes lie between the values there. */
  readonly length?: number | undefined;
}

/** What an engine reads otherwise, or what was not read: the warnings of one code, in words. */
export interface Remark {
  readonly code: WarningCode;
  readonly text: string;
  readonly count: number;
  /** The first places, and what to give `goTo` for each. */
  readonly places: readonly { readonly label: string; readonly to: string }[];
}

/** A remark about one value. */
export interface Note {
  readonly code: string;
  readonly text: string;
  readonly path: string;
  readonly offset: number;
}

/** An error in the form that crosses between page and worker. */
export interface Failure {
  readonly code: string;
  readonly text: string;
  readonly hint: string;
  readonly path: string;
  readonly offset: number | undefined;
}
