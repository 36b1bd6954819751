// References between very many resources. Quadratic work would take longer than the limit of a test.
import { expect, test } from "vitest";
import { Dictionary, GodotObject, type Variant } from "../../../js/index.js";
import type { StoredResource } from "../../../js/resources/index.js";
import { checkUnused, inOrder } from "../../../js/resources/references.js";

const count = 200_000;
const resource = (id: string, needed: readonly string[] = []): StoredResource => ({
  id,
  type: "Resource",
  properties: new Map([["all", needed.map((other) => new GodotObject("SubResource", [["id", other]]))]]),
});
const ids = Array.from({ length: count }, (_, i) => `Resource_${i}`);
const orderOf = (resources: readonly StoredResource[]) => inOrder(resources).map(({ id }) => id);
const used = (path: string) => expect.objectContaining({ code: "unsupported-value", path });

test("a resource that lists all later ones comes behind them", () => {
  const later = ids.map((id) => resource(id));
  expect(orderOf([resource("first", ids), ...later])).toEqual([...ids, "first"]);
});

test("a chain may be long, but not a circle", () => {
  const chain = (last: string) => ids.map((id, i) => resource(id, [ids[i + 1] ?? last]));
  expect(orderOf(chain("none"))).toEqual([...ids].reverse());
  expect(() => inOrder(chain("Resource_0"))).toThrow(used(""));
});

test("of many resources that are gone, the first that is used is named", () => {
  const gone = ids.map((id) => resource(id));
  const owners = (needed: readonly string[]): [Variant[], Variant][] =>
    ids.map((id) => [
      ["sub_resources", id],
      id === "Resource_9" ? new Dictionary(resource("", needed).properties) : null,
    ]);
  expect(() => checkUnused(gone, owners([]))).not.toThrow();
  expect(() => checkUnused(gone, owners(["other", "Resource_7", "Resource_5"]))).toThrow(
    used("sub_resources.Resource_9.all[2]"),
  );
});
