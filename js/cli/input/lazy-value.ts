// Values of large files, whose stand-ins the output of commands knows.
import { lazyValue as lazyValueOf } from "../../batch/columns/lazy-value.js";
import type { Document, DocumentNode, Options, Variant } from "../../index.js";
import { setChildren } from "../output/types.js";

/** A value in a Document, by default the whole, whose large containers are stand-ins that are decoded while they are printed. */
export const lazyValue = (
  document: Document,
  options: Options = {},
  node: DocumentNode = document.root,
  most?: number,
): Variant => lazyValueOf(document, options, node, most, setChildren);
