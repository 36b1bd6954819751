// The documentation site. scripts/docs.mjs builds it in build/docs, where `pages` holds the documents and the API reference.
import { existsSync, readdirSync } from "node:fs";

/** The folder of the site below its host, such as /godot-variant/. */
const base = process.env.DOCS_BASE ?? "/";

const apiGroups = [
  ["functions", "Functions"],
  ["classes", "Classes"],
  ["interfaces", "Interfaces"],
  ["type-aliases", "Types"],
  ["variables", "Constants"],
];

/** A group of the sidebar for each folder of an API reference. */
const reference = (root) =>
  apiGroups
    .filter(([folder]) => existsSync(`pages/${root}/${folder}`))
    .map(([folder, text]) => ({
      text,
      collapsed: true,
      items: readdirSync(`pages/${root}/${folder}`)
        .map((file) => file.replace(/\.md$/, ""))
        .sort()
        .map((name) => ({ text: name, link: `/${root}/${folder}/${name}` })),
    }));

/** The examples of FORMAT.md: bytes, two spaces, and the value. */
const hexLines = {
  name: "hex",
  scopeName: "source.hex",
  patterns: [{ match: "^[0-9a-f ]+(?=  |$)", name: "constant.numeric.hex" }],
};

const item = (text, link) => ({ text, link });

export default {
  title: "godot-variant",
  description: "Reads and writes Godot's binary Variant format in JavaScript and C++",
  base,
  srcDir: "pages",
  outDir: "site",
  cacheDir: "cache",
  vite: { logLevel: "warn" },
  markdown: {
    languages: [hexLines],
    config(markdown) {
      // The documents use no Vue: two braces are text.
      const { code_inline: inline } = markdown.renderer.rules;
      markdown.renderer.rules.code_inline = (...args) => inline(...args).replace("<code", "<code v-pre");
    },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [item("Guide", "/GUIDE"), item("API", "/api/"), item("Format", "/FORMAT"), { ...item("Try it", `${base}try/`), target: "_self" }],
    sidebar: [
      {
        text: "Start in five minutes",
        items: [
          item("A Node backend", "/start/backend"),
          item("A save viewer", "/start/viewer"),
          item("Beside an HTML5 game", "/start/html5"),
          item("C++ without the engine", "/start/cpp"),
        ],
      },
      {
        text: "Use",
        items: [
          item("Guide", "/GUIDE"),
          item("Recipes", "/recipes/README"),
          item("Errors", "/ERRORS"),
          item("Many files at once", "/BATCH"),
          item("Coming from @gd-com/utils", "/MIGRATION"),
          item("Security", "/SECURITY"),
          item("Performance", "/PERFORMANCE"),
        ],
      },
      {
        text: "The format",
        items: [item("Bytes", "/FORMAT"), item("Dialects", "/DIALECTS"), item("Files", "/CONTAINERS"), item("Resources", "/RESOURCES"), item("Kaitai and ImHex", "/formats/README")],
      },
      { text: "API reference", collapsed: true, items: reference("api") },
      { text: "API reference: html5", collapsed: true, items: reference("api/html5") },
      { text: "API reference: resources", collapsed: true, items: reference("api/resources") },
      {
        text: "The code",
        collapsed: true,
        items: [
          item("A tour", "/ARCHITECTURE"),
          item("Internals", "/INTERNALS"),
          item("The boundary to WebAssembly", "/BOUNDARY"),
          item("Contributing", "/CONTRIBUTING"),
          item("Changes", "/CHANGELOG"),
          item("Licenses of others", "/THIRD-PARTY"),
        ],
      },
    ],
  },
};
