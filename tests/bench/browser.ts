// Runs elsewhere.ts in a browser: node browser.mjs ROOT EFFORT WORKLOAD… prints the version and the times as JSON.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { hasBrowser, launchBrowser } from "../js/chromium.js";

const [root, effort, ...workloads] = process.argv.slice(2) as [string, string, ...string[]];
const origin = "http://bench.test/";

async function timeAll(): Promise<object> {
  const browser = await launchBrowser();
  const speed: object[] = [];
  for (const workload of workloads) {
    const page = await browser.newPage(); // a fresh process, as each workload has in Node
    await page.route(`${origin}**`, (route) => {
      const path = join(root, new URL(route.request().url()).pathname);
      const isFile = existsSync(path) && !path.endsWith("/");
      return isFile
        ? route.fulfill({ path })
        : route.fulfill({ body: "<title>bench</title>", contentType: "text/html" });
    });
    await page.goto(origin);
    const script = `import("/build/bench/elsewhere.mjs").then((it) => it.timeRows("${workload}", ${effort}))`;
    speed.push({ workload, ...((await page.evaluate(script)) as object) });
    await page.close();
  }
  const version = browser.version();
  await browser.close();
  return { name: `Chromium ${version.split(".")[0]}`, speed };
}

console.log(JSON.stringify(hasBrowser ? await timeAll() : null));
