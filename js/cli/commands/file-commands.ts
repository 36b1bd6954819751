// The commands for one file or several, which load together when one of them runs.
export { reporting } from "../input/several.js";
export { printText } from "../output/stdout.js";
export { runConvert } from "./convert.js";
export { runDecode } from "./decode.js";
export { runDiff } from "./diff.js";
export { runAdd, runAppend, runDelete, runGet, runRecover, runRename, runSet } from "./edit.js";
export { runEncode } from "./encode.js";
export { runExtract } from "./extract.js";
export { runFind } from "./find.js";
export { runInfo } from "./info.js";
export { runFlat, runText, runTypes, runUnflat, runValidate } from "./text-commands.js";
