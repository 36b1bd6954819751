// Puts the package together as it is published, in build/release, and publishes it with provenance.
// Usage: node scripts/publish.mjs [--dry-run]   (in .github/workflows/publish.yml, after npm run build)
// The repository has no fixed home, so its address comes from the host that runs this: GITHUB_SERVER_URL and GITHUB_REPOSITORY.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { capture, Failure, inRoot, isProgram, main, run } from "./lib.mjs";

/** The fields of package.json that name the repository. */
const homeOf = (url) => ({
  repository: { type: "git", url: `git+${url}.git` },
  homepage: `${url}#readme`,
  bugs: { url: `${url}/issues` },
});

/** A README whose links to files outside the tarball lead to the repository at this version. */
export function linked(readme, url, version, packed) {
  return readme.replace(/\]\((?!https?:|#)([^)]+)\)/g, (link, target) => {
    const file = target.replace(/#.*/, "");
    return packed.some((entry) => file === entry || file.startsWith(`${entry}/`))
      ? link
      : `](${url}/blob/v${version}/${target})`;
  });
}

/** Writes the folder that is published; returns its package.json. */
export function stage(url, folder = inRoot("build/release")) {
  const { scripts, devDependencies, ...published } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  const packed = [...published.files, "LICENSE"];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of packed) cpSync(inRoot(name), `${folder}/${name}`, { recursive: true });
  const description = { ...published, ...homeOf(url) };
  writeFileSync(`${folder}/package.json`, `${JSON.stringify(description, null, 2)}\n`);
  const readme = readFileSync(inRoot("README.md"), "utf8");
  writeFileSync(`${folder}/README.md`, linked(readme, url, published.version, packed));
  return description;
}

async function publish() {
  const { GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: name } = process.env;
  if (!host || !name)
    throw new Failure("Set GITHUB_SERVER_URL and GITHUB_REPOSITORY, which name the repository.");
  const { version } = stage(`${host}/${name}`);
  if (
    capture("git", ["describe", "--exact-match", "--tags"]) !== `v${version}` &&
    !process.argv.includes("--dry-run")
  )
    throw new Failure(`Check out the tag v${version}, which package.json names.`);
  if (capture("git", ["status", "--porcelain"]) !== "")
    throw new Failure("Commit or remove all changes first.");
  await run("npm", ["publish", ...process.argv.slice(2)], { cwd: inRoot("build/release") });
}

if (isProgram(import.meta.url)) await main(publish);
