// Runs elsewhere.ts in browsers: node browser.mjs ROOT EFFORT WORKLOAD… prints for each one its name and the times as JSON.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { serve } from "../../scripts/demo.mjs";
import { hasBrowser, launchBrowser } from "../js/chromium.js";
import { type Driven, otherBrowsers } from "../web/webdriver.js";

const [root, effort, ...workloads] = process.argv.slice(2) as [string, string, ...string[]];
const origin = "http://bench.test/";

interface Times {
  readonly name: string;
  readonly speed: object[];
}

const scriptFor = (workload: string) =>
  `import("/build/bench/elsewhere.mjs").then((it) => it.timeRows("${workload}", ${effort}))`;

async function timeInChromium(): Promise<Times> {
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
    speed.push({ workload, ...((await page.evaluate(scriptFor(workload))) as object) });
    await page.close();
  }
  const version = browser.version();
  await browser.close();
  return { name: `Chromium ${version.split(".")[0]}`, speed };
}

/** Runs a script as a module of the page; what WebDriver runs itself may not import. */
const runModule = `const [script, done] = arguments;
document.addEventListener("timed", () => done(document.documentElement.dataset.times));
const element = document.createElement("script");
element.type = "module";
element.textContent = script + \`.then(
  (times) => JSON.stringify(times),
  (error) => JSON.stringify({ error: String(error) }),
).then((text) => {
  document.documentElement.dataset.times = text;
  document.dispatchEvent(new Event("timed"));
})\`;
document.documentElement.append(element);`;

async function timeInOther(name: string, start: () => Promise<Driven>): Promise<Times> {
  const { server, url } = await serve(".");
  const speed: object[] = [];
  let version = "";
  for (const workload of workloads) {
    const driven = await start();
    version = driven.version;
    let text: unknown;
    try {
      await driven.send("WebDriver:SetTimeouts", "timeouts", { script: 600_000 });
      // Any page without a Content-Security-Policy.
      await driven.send("WebDriver:Navigate", "url", { url: `${url}web-demo/src/panes/tree/tree.css` });
      const given = { script: runModule, args: [scriptFor(workload)] };
      text = await driven.send("WebDriver:ExecuteAsyncScript", "execute/async", given);
    } finally {
      await driven.end();
    }
    const { error, ...times } = JSON.parse(text as string);
    if (error !== undefined) throw new Error(`${name}: ${error}`);
    speed.push({ workload, ...times });
  }
  server.close();
  return {
    name: `${name} ${version
      .split(".")
      .slice(0, name === "WebKit" ? 2 : 1)
      .join(".")}`,
    speed,
  };
}

const times = hasBrowser ? [await timeInChromium()] : [];
for (const { name, missing, start } of otherBrowsers)
  if (missing === undefined) times.push(await timeInOther(name, start));
console.log(JSON.stringify(times));
