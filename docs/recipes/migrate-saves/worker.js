// Converts one file after the other. A bad file is a report, not the end.
import { readFile, rename, writeFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { convertFile, VariantError } from "godot-variant";

parentPort.on("message", async ({ file, source, target }) => {
  parentPort.postMessage({ file, ...(await converted(source, target)) });
});

async function converted(source, target) {
  try {
    const { file: bytes, losses } = await convertFile(await readFile(source), { to: "godot-4" });
    await writeFile(`${target}.part`, bytes);
    await rename(`${target}.part`, target);
    return { outcome: "converted", losses: losses.map(({ code, path }) => `${code} ${path}`) };
  } catch (error) {
    // The file itself, or the disk.
    const code = error instanceof VariantError || error.syscall !== undefined ? error.code : "unknown";
    return { outcome: "failed", code, message: error.message };
  }
}
