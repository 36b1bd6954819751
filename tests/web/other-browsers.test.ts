// The package and the page in the browsers that people have besides Chromium: what their engines do in another way.
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { decode, encode } from "../../js/index.js";
import { serve } from "../../scripts/demo.mjs";
import { failureOf } from "../../web-demo/src/protocol/failures.js";
import { fixture } from "./browser.js";
import { type Driven, otherBrowsers, until } from "./webdriver.js";

type Package = typeof import("../../js/index.js");

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));
const folders = readdirSync(fixtures).filter((name) => /^(godot|docs)-/.test(name));
/** Each line with the dialect of its folder. */
const lines = folders.flatMap((folder) => {
  const { dialect } = JSON.parse(readFileSync(`${fixtures}${folder}/about.json`, "utf8"));
  return readdirSync(fixtures + folder)
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => readFileSync(`${fixtures}${folder}/${name}`, "utf8").trim().split("\n"))
    .map((line) => {
      const { bytes, full_objects = false, real } = JSON.parse(line);
      return { bytes, dialect, allowObjects: full_objects, ...(real && { real }) };
    });
});
/** Not those of Brotli, which few browsers decompress. */
const containers = readdirSync(`${fixtures}containers`).flatMap((folder) =>
  readdirSync(`${fixtures}containers/${folder}`)
    .filter((name) => name.endsWith(".bin") && !name.includes("brotli"))
    .map((name) => fixture(`containers/${folder}/${name}`)),
);

/** What the package makes of every fixture, as a number each. Runs in a browser too, so it uses nothing from outside. */
async function answers(
  { decode, encode, decodeStream, encodeStream, load, save, toText, convert }: Package,
  lines: readonly { bytes: string }[],
  files: readonly string[],
): Promise<number[]> {
  const numberOf = (text: string) => {
    let number = 0;
    for (let i = 0; i < text.length; i++) number = (Math.imul(number, 31) + text.charCodeAt(i)) | 0;
    return number;
  };
  const attempt = async (run: () => unknown) => {
    try {
      return String(await run());
    } catch (error) {
      const { code, offset, path } = error as { code?: string; offset?: number; path?: string };
      return `${code ?? error} ${offset} ${path}`;
    }
  };
  const texts: string[] = [];
  for (const { bytes, ...options } of lines) {
    const input = Uint8Array.from(bytes.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
    const exact = { ...options, mode: "exact" as const };
    texts.push(await attempt(() => encode(decode(input, exact), exact)));
    texts.push(await attempt(() => encode(decode(input, options), options)));
    texts.push(await attempt(() => toText(decode(input, exact), exact)));
    texts.push(await attempt(() => convert(input, { ...options, to: "godot-3" } as never).bytes));
  }
  for (const file of files) {
    const input = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
    for (const secret of [{}, { password: "hunter2" }]) {
      texts.push(
        await attempt(async () => {
          const loaded = await load(input, { ...secret, mode: "exact" });
          return `${encode(loaded.values as never)} ${JSON.stringify(loaded.layers)}`;
        }),
      );
    }
  }
  let deep: unknown = [];
  for (let level = 0; level < 2000; level++) deep = level % 2 ? [deep] : { deep };
  texts.push(await attempt(() => encode(decode(encode(deep)))), await attempt(() => encode(deep)));
  texts.push(await attempt(() => toText(deep as never)));
  // Not every browser can iterate over such a stream.
  const stream = () => new Response(encode("text", { framing: "store_var" })).body as ReadableStream;
  for (const streamed of [() => decodeStream(stream()), () => encodeStream(stream())])
    texts.push(await attempt(async () => (await streamed().next()).value));
  for (const compression of ["fastlz", "deflate", "zstd", "gzip"] as const) {
    const layers = [{ container: "gcpf", compression }] as const;
    texts.push(
      await attempt(async () =>
        toText((await load(await save([{ a: [1, 2] }], { layers }))).values as never),
      ),
    );
  }
  return texts.map(numberOf);
}

const [control, shift, enter, f2] = ["\uE009", "\uE008", "\uE007", "\uE032"] as const;

// biome-ignore lint/suspicious/noExplicitAny: what crosses to a browser and back has no types
type Any = any;

describe.each(otherBrowsers)("$name", ({ missing, start }) => {
  if (missing !== undefined) {
    console.log(`skipped: ${missing}`);
    test.skip(missing, () => {});
    return;
  }
  let driven: Driven;
  let site: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    site = await serve(".");
    driven = await start();
    await driven.send("WebDriver:SetTimeouts", "timeouts", { script: 600_000, pageLoad: 600_000 });
    await driven.send("WebDriver:SetWindowRect", "window/rect", { width: 1280, height: 900 });
  });
  afterAll(async () => {
    await driven?.end();
    site?.server.close();
  });

  const go = (path: string) => driven.send("WebDriver:Navigate", "url", { url: site.url + path });
  const evaluate = async (expression: string, ...args: unknown[]): Promise<Any> => {
    const script = `const done = arguments[arguments.length - 1], args = Array.from(arguments).slice(0, -1);
(async () => (${expression}))().then((value) => done({ value }), (error) => done({ error: String(error) + error.stack }));`;
    const { value, error } = (await driven.send("WebDriver:ExecuteAsyncScript", "execute/async", {
      script,
      args,
    })) as Any;
    if (error !== undefined) throw new Error(error);
    return value;
  };
  const run = <Given extends unknown[]>(act: (...given: Given) => unknown, ...given: Given): Promise<Any> =>
    evaluate(`(${act})(...args)`, ...given);

  /** Presses keys together, such as Ctrl and a letter. */
  const press = (...keys: string[]) => {
    const down = keys.map((value) => ({ type: "keyDown", value }));
    const up = [...keys].reverse().map((value) => ({ type: "keyUp", value }));
    const actions = [{ type: "key", id: "keys", actions: [...down, ...up] }];
    return driven.send("WebDriver:PerformActions", "actions", { actions });
  };
  const type = async (text: string) => {
    for (const letter of text) await press(letter);
  };

  /** Clicks an element that the page finds, with a key held. */
  async function click(
    find: (...given: string[]) => Element | undefined,
    given: readonly string[],
    key?: string,
  ) {
    const [x, y] = await until(`an element of ${given}`, () =>
      evaluate(
        `((element) => { if (!element) return false; const { x, y, width, height } = element.getBoundingClientRect(); return [x + width / 2, y + height / 2].map(Math.round); })((${find})(...args))`,
        ...given,
      ),
    );
    const keys = (kind: string) => (key === undefined ? { type: "pause" } : { type: kind, value: key });
    const pause = { type: "pause" };
    const actions = [
      { type: "key", id: "keys", actions: [keys("keyDown"), pause, pause, keys("keyUp")] },
      {
        type: "pointer",
        id: "mouse",
        parameters: { pointerType: "mouse" },
        actions: [
          { type: "pointerMove", duration: 0, x, y },
          { type: "pointerDown", button: 0 },
          { type: "pointerUp", button: 0 },
          pause,
        ],
      },
    ];
    await driven.send("WebDriver:PerformActions", "actions", { actions });
  }
  const clickRow = (label: string, key?: string) =>
    click(
      (label) =>
        Array.from(document.querySelectorAll("[role=treeitem]")).find(
          (row) => row.querySelector(".label")?.textContent === label,
        ),
      [label],
      key,
    );
  const clickNamed = (role: string, name: string) =>
    click(
      (role, name) =>
        Array.from(document.querySelectorAll(role as string)).find((element) =>
          (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().startsWith(name as string),
        ),
      [role, name],
    );
  const shows = (text: string | RegExp) =>
    until(`${text}`, async () => {
      const shown: string = await run(() => document.body.innerText);
      return typeof text === "string" ? shown.includes(text) : text.test(shown);
    });

  /** Opens bytes on the page as a dropped file. */
  async function open(name: string, bytes: Uint8Array) {
    await run(
      (name, data) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(
          new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], name),
        );
        for (const type of ["dragenter", "dragover", "drop"])
          document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
      },
      name,
      Buffer.from(bytes).toString("base64"),
    );
    await shows(name);
    await until("the tree", () => run(() => document.querySelector("[role=treeitem]") !== null));
  }

  test.each([
    ["a page whose Content-Security-Policy forbids eval", "web-demo/dist/index.html", 1],
    // What is not decoded by generated functions is the same there.
    ["a page without one", "web-demo/src/panes/tree/tree.css", 4],
  ])("the package gives the answers of Node in %s", async (_, path, step) => {
    const some = lines.filter((_, i) => i % step === 0);
    const files = containers.map((bytes) => Buffer.from(bytes).toString("base64"));
    const expected = await answers(await import("../../js/index.js"), some, files);
    await go(path);
    await run(
      (url) =>
        new Promise((resolve, reject) => {
          const script = document.createElement("script");
          script.src = url;
          script.onload = resolve;
          script.onerror = reject;
          document.documentElement.append(script);
        }).then(() => {}),
      `${site.url}dist/godot-variant.global.js`,
    );
    const got: number[] = await evaluate(`(${answers})(godotVariant, ...args)`, some, files);
    expect(got.flatMap((number, i) => (number === expected[i] ? [] : [i]))).toEqual([]);
  });

  test.each([
    ["is missing", "none.js"],
    ["is missing on a host that answers with a page then", "web-demo/dist/index.html"],
  ])("the page knows the error of a part that %s", async (_, part) => {
    await go("web-demo/src/panes/tree/tree.css");
    await run((url) => {
      const script = document.createElement("script");
      script.type = "module";
      script.text = `import("${url}").catch(({ message }) => (document.documentElement.title = message))`;
      document.documentElement.append(script);
    }, site.url + part);
    const message = await until("the error", () => run(() => document.documentElement.title || false));
    expect(failureOf(new Error(message)).code).toBe("missing-part");
  });

  describe("the page", () => {
    beforeEach(async () => {
      await go("web-demo/dist/index.html");
      await until("the page", () => run(() => document.querySelector("main > *") !== null));
    });

    test("selects several lines, and copies them to the clipboard", async () => {
      await open("list.bin", encode([0, 1, 2, 3, 4, 5, 6, 7]));
      await clickRow("1");
      await clickRow("3", shift);
      await shows("3 values selected");
      await press(control, "a");
      await shows("8 values selected");
      await press(control, "c");
      await shows("Copied 8 values");
      expect(await run(() => document.querySelector(".messages")?.textContent)).not.toContain("refused");
    });

    test("sorts a table, whose worker loads more of itself", async () => {
      await open("list.bin", encode([{ count: 3 }, { count: 10 }, { count: 2 }]));
      await clickNamed("button", "Show as a table");
      await clickNamed("[role=columnheader] button", "count");
      const counts = () =>
        run(() =>
          Array.from(document.querySelectorAll<HTMLElement>("[data-line]"))
            .sort((a, b) => Number(a.dataset.line) - Number(b.dataset.line))
            .map((line) => line.querySelector("[role=gridcell]")?.textContent)
            .join(" "),
        );
      await until("the order", async () => (await counts()) === "2 3 10");
      expect(await run(() => document.querySelector(".messages")?.textContent)).toBe("");
    });

    test("copies a link, which a worker makes", async () => {
      await open("list.bin", encode({ list: [1] }));
      await clickNamed(".identity [aria-haspopup]", "More");
      await clickNamed("[role=menuitem]", "Copy as a link");
      await shows("Copied a link");
    });

    /** Edits the value of `hp` in the tree. */
    async function editTo(text: string) {
      await clickRow("hp");
      await press(f2);
      await until("the field", () => run(() => document.activeElement?.closest(".in-place") !== null));
      await press(control, "a");
      await type(text);
      await press(enter);
      await until("the edit", () => run(() => document.querySelector(".in-place") === null));
      await shows(text);
    }

    test("edits in the tree, undoes, and saves", async () => {
      await run(() => {
        const native = URL.createObjectURL;
        URL.createObjectURL = (blob) => {
          Object.assign(window, { saved: blob });
          return native.call(URL, blob);
        };
      });
      const saved = async () => {
        await press(control, "s");
        const data = await until("the download", () =>
          run(async () => {
            const { saved } = window as Any;
            if (saved === undefined) return false;
            (window as Any).saved = undefined;
            return Array.from(new Uint8Array(await new Response(saved).arrayBuffer()));
          }),
        );
        return decode(Uint8Array.from(data as number[]));
      };
      await open("save.bin", encode({ hp: 1, name: "Ann" }));
      await editTo("12");
      await editTo("345");
      expect(await saved()).toEqual({ hp: 345, name: "Ann" });
      await press(control, "z");
      await shows("12");
      expect(await saved()).toEqual({ hp: 12, name: "Ann" });
    });

    // WebKit is driven in a private session, where IndexedDB takes no Blob.
    test("backs up unsaved edits, and restores them after a reload", async () => {
      // Those of other tests.
      await run(() =>
        new Promise((resolve) => {
          indexedDB.deleteDatabase("godot-variant").onsuccess = resolve;
        }).then(() => {}),
      );
      await open("save.bin", encode({ hp: 1, name: "Ann" }));
      await editTo("77");
      const count = () =>
        run(
          () =>
            new Promise((resolve) => {
              const opening = indexedDB.open("godot-variant");
              // The page makes the database.
              opening.onupgradeneeded = () => opening.transaction?.abort();
              opening.onerror = () => resolve(0);
              opening.onsuccess = () => {
                const counting = opening.result.transaction("backups").objectStore("backups").count();
                counting.onsuccess = () => resolve(counting.result);
                opening.result.close();
              };
            }),
        );
      await until("the backup", async () => {
        expect(await run(() => document.querySelector(".messages")?.textContent)).toBe("");
        return (await count()) > 0;
      });
      // Nobody is there to answer whether to leave.
      await run(() => addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true));
      await go("web-demo/dist/index.html");
      await clickNamed("button", "Restore edits");
      await shows("77");
    });

    describe("a file that has changed since it was chosen", () => {
      const paths = ["a", "b"].map((name) =>
        join(tmpdir(), `godot-variant-other-${process.pid}-${name}.bin`),
      );
      const [first, second] = paths as [string, string];
      afterEach(() => {
        for (const path of paths) rmSync(path, { force: true });
      });

      /** Chooses files, changes the last one, and only then drops them on the page. */
      async function dropChanged(...chosen: string[]) {
        for (const path of chosen) writeFileSync(path, encode({ a: 1 }));
        await run(() => addEventListener("change", (event) => event.stopPropagation(), true));
        const given = { using: "css selector", value: "input[type=file]" };
        const [element] = Object.values(
          (await driven.send("WebDriver:FindElement", "element", given)) as object,
        );
        const text = chosen.join("\n");
        await driven.send("WebDriver:ElementSendKeys", `element/${element}/value`, { id: element, text });
        await run(() =>
          Array.from(document.querySelector<HTMLInputElement>("input[type=file]")?.files ?? []).map(
            ({ lastModified }) => lastModified,
          ),
        );
        const changed = chosen.at(-1) as string;
        writeFileSync(changed, encode({ a: 1, b: [1, 2] }));
        // WebKit compares times in whole seconds.
        utimesSync(changed, new Date(), new Date(Date.now() + 10_000));
        await run(() => {
          const dataTransfer = new DataTransfer();
          for (const file of document.querySelector<HTMLInputElement>("input[type=file]")?.files ?? [])
            dataTransfer.items.add(file);
          document.body.dispatchEvent(
            new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }),
          );
        });
      }

      const sentence = "because it was changed or removed after you chose it";

      test("is not shown in part", async () => {
        await dropChanged(first);
        await shows(sentence);
      });

      test("nor kept in part until somebody looks at it", async () => {
        await dropChanged(first, second);
        await until("the tree", () => run(() => document.querySelector("[role=treeitem]") !== null));
        // What the page reads before is read by then.
        await run(() =>
          document
            .querySelector<HTMLInputElement>("input[type=file]")
            ?.files?.[1]?.text()
            .catch(() => {}),
        );
        await clickNamed(".tabs button", basename(second));
        await shows(sentence);
      });
    });
  });
});
