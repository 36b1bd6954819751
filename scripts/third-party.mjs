// Says what code of others the package contains: dist/THIRD-PARTY.md for people, dist/sbom.cdx.json (CycloneDX) for programs.
import { readFileSync, writeFileSync } from "node:fs";
import { capture, Failure, inRoot } from "./lib.mjs";

const read = (path) => readFileSync(inRoot(path), "utf8");

/** The npm packages whose code went into bundles, as esbuild's metafiles tell. */
function bundledPackages(metafiles) {
  const files = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0),
    ),
  );
  const names = files.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

function notice(name) {
  const { version, license, homepage } = JSON.parse(read(`node_modules/${name}/package.json`));
  const about = `Bundled in version ${version}, ${license}${homepage ? `, ${homepage}` : ""}.`;
  return `\n## ${name}\n\n${about}\n\n\`\`\`\n${read(`node_modules/${name}/LICENSE`).trim()}\n\`\`\`\n`;
}

/** Code that no npm package brings: THIRD-PARTY.md has its licenses. */
function compiledComponents() {
  const [, zstddec] = /from zstddec ([\d.]+)/.exec(read("js/files/zstd.gen.ts")) ?? [];
  const [, emscripten] = /\b(\d+\.\d+\.\d+)\b/.exec(capture("emcc", ["--version"]) ?? "") ?? [];
  const component = (name, version, purl, expression) => ({
    "bom-ref": `${name}@${version}`,
    type: "library",
    name,
    version,
    purl: `${purl}@${version}`,
    licenses: [{ expression }],
  });
  return [
    component("emscripten", emscripten, "pkg:github/emscripten-core/emscripten", "MIT"),
    component("zstddec", zstddec, "pkg:npm/zstddec", "MIT AND BSD-3-Clause"),
  ];
}

/** What npm knows of the lock file, without what only the development needs, the time, and the name of the folder. */
function billOfMaterials(bundled) {
  const command = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
  // The npm of Debian 13 is older than this command.
  const newer = ["exec", "--yes", "--package=npm@10", "--", "npm"];
  const text = capture("npm", command) ?? capture("npm", [...newer, ...command]);
  if (text === undefined) throw new Failure("npm sbom failed; it needs npm 10 or later.");
  const bill = JSON.parse(text);
  const { packages } = JSON.parse(read("package-lock.json"));
  const isShipped = ({ name }) => bundled.includes(name) || packages[`node_modules/${name}`]?.dev !== true;
  const components = [...bill.components.filter(isShipped), ...compiledComponents()];
  const refs = new Set([bill.metadata.component["bom-ref"], ...components.map((one) => one["bom-ref"])]);
  const { timestamp: _time, ...metadata } = bill.metadata;
  const { serialNumber: _number, ...rest } = bill;
  return {
    ...rest,
    metadata: { ...metadata, component: { ...metadata.component, name: packages[""].name } },
    components: components.map((one) => ({ ...one, scope: "required" })),
    dependencies: bill.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
}

/** Writes both files. `metafiles` are esbuild's, of all bundles in the package. */
export function writeThirdParty(metafiles) {
  const bundled = bundledPackages(metafiles);
  writeFileSync(inRoot("dist/THIRD-PARTY.md"), read("THIRD-PARTY.md") + bundled.map(notice).join(""));
  writeFileSync(inRoot("dist/sbom.cdx.json"), `${JSON.stringify(billOfMaterials(bundled))}\n`);
}
