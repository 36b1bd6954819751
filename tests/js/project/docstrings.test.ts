// Every public name of the built declarations is documented.
import { beforeAll, expect, test } from "vitest";
import { entries } from "../../../scripts/entries.mjs";
import { type Declaration, docsOf, exportsOf, membersOf, signatureOf } from "../../../scripts/public-api.mjs";

/** Their base class or their name says it all. */
const known = new Set(["toString", "toJSON", "toArray", "valueOf", "[Symbol.iterator]"]);

let missing: string[];
let count = 0;

/** What the documentation of a declaration lacks. An overload needs only a text if another one has the rest. */
function check(declaration: Declaration, label: string, isTop: boolean): void {
  count++;
  const { text, tags } = docsOf(declaration);
  const has = (tag: string, name?: string) =>
    tags.some((one) => one.tag === tag && one.name === name && (one.text !== "" || tag === "example"));
  const lacks = (what: string, isThere: boolean) => isThere || missing.push(`${label}: ${what}`);
  lacks("text", text !== "" || label.endsWith(".toArray"));
  const signature = signatureOf(declaration);
  if (signature === undefined || known.has(signature.name)) return;
  for (const parameter of signature.parameters) lacks(`@param ${parameter}`, has("param", parameter));
  lacks("@returns", !signature.returns || signature.name === "constructor" || has("returns"));
  if (isTop) for (const tag of ["throws", "example"]) lacks(`@${tag}`, has(tag));
}

beforeAll(() => {
  missing = [];
  for (const [name, declarations] of exportsOf("dist/cjs", ...Object.keys(entries)))
    for (const declaration of declarations) {
      check(declaration, name, true);
      for (const member of membersOf(declaration))
        check(member, `${name}.${member.name?.getText() ?? "constructor"}`, false);
    }
});

test("all public names and members are documented", () => {
  expect(count).toBeGreaterThan(500);
  expect(missing).toEqual([]);
});
