// One open file in its worker.

import { dialectDescriptions, type Secrets, setCodeGeneration } from "godot-variant";
import { dialectText, framingText, layerText } from "../../../../js/describe/files.js";
import type { Opened, OpenRequest, Remark, Unpacked } from "../../protocol/opening.js";
import type { Address } from "../../protocol/places.js";
import { Rows } from "../tree/rows.js";
import { FileNode, type TreeNode, ValueNode } from "../tree/tree-node.js";
import { Content, rootOf } from "./content.js";
import { inWords, note } from "./noted.js";
import { readingsOf } from "./readings.js";
import { secretsOf } from "./secrets.js";

// The page's Content-Security-Policy forbids generating code from text.
setCodeGeneration(false);

/** The content inside the layers of a file. */
interface Inside extends Pick<Unpacked, "layers" | "candidates" | "original" | "lost" | "copy"> {
  readonly content: Content;
  readonly remarks: readonly Remark[];
  /** The kind of text that the content is, if it is one. */
  readonly textName?: string | undefined;
}

export class Session {
  /** Counts changes of documents: tree nodes are looked up again after each. */
  version = 0;
  /** Counts edits, undo and redo; the same calls lead to the same number. */
  edition = 0;
  readonly name: string;
  readonly fileSize: number;
  readonly secrets: Secrets;
  /** Whether nobody named the framing. */
  readonly isGuessed: boolean;
  readonly inside: Inside;
  readonly rows: Rows;

  constructor(request: OpenRequest, inside: Inside) {
    this.name = request.name;
    this.fileSize = request.blob.size;
    this.secrets = secretsOf(request);
    this.isGuessed = request.framing === undefined;
    this.inside = inside;
    this.rows = new Rows(this, new FileNode(() => this.#topNodes()));
    if (inside.content.values.length > 0) this.rows.root.expand(0);
  }

  #topNodes(): TreeNode[] {
    const { values, starts, format } = this.inside.content;
    const isGodot3 = dialectDescriptions.some(
      ({ name, generation }) => name === format.dialect && generation === 3,
    );
    return values.map((value, i) => new ValueNode(rootOf(value), starts[i] as number, true, isGodot3));
  }

  nodeAt(address: Address): TreeNode {
    return this.rows.nodeAt(address);
  }

  /** Takes over an edit of a top-level value. */
  edited(value: number): void {
    this.inside.content.update(value);
    this.version++;
    this.edition++;
  }

  summary(): Opened {
    const { layers, candidates, content, remarks, lost, original, textName, copy } = this.inside;
    const { dialect, framing } = content.format;
    const variant = `${dialectText(dialect)} Variant`;
    const texts = [
      ...layers.map(layerText),
      textName ?? framingText(framing, content.values.length),
      textName === undefined ? variant : `shown as ${variant}`,
    ];
    return {
      layers: texts,
      isEncrypted: layers.some(({ container }) => container === "gdec"),
      dialect,
      framing,
      readings: readingsOf(candidates, framing),
      targets: dialectDescriptions.filter(({ engine }) => engine).map(({ name, about }) => [name, about]),
      fileSize: this.fileSize,
      contentSize: content.ownSize,
      isTranscribed: content.isTranscribed,
      rows: this.rows.total,
      remarks,
      lost,
      originalSize: original.length,
      isText: textName !== undefined,
      copy,
    };
  }
}

/** @param isGuessed Whether nobody named the framing. */
export async function insideOf(unpacked: Unpacked, isGuessed: boolean): Promise<Inside> {
  const { content: bytes, format, ranges, kind, noted: before, ...rest } = unpacked;
  const noted = [...before];
  const text =
    kind === undefined
      ? undefined
      : await (await import("./text-content.js")).transcribedContent(bytes, kind);
  const content = await Content.open(bytes, format, {
    ranges,
    transcription: text,
    ...(text && { onWarning: (warning, place) => note(noted, warning, place) }),
  });
  // Damage looks like data of the game, so only someone who names the framing knows what the bytes between frames are.
  if (isGuessed && format.framing === "mixed") noted.unshift(...(await import("./gaps.js")).gapsIn(content));
  return { ...rest, content, textName: text?.name, remarks: await inWords(noted) };
}
