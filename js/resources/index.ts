// godot-variant/resources: resource files (.res, .scn, .tres, .tscn) as data.
export {
  type ResourceOptions,
  readResource,
  referenceTo,
  referredBy,
  writeResource,
} from "./resource-file.js";
export type { ExternalResource, ResourceFile, StoredNode, StoredResource } from "./resource-types.js";
export { resourceValue, takeValue } from "./resource-value.js";
export { addResource, type NewResource, removeResource } from "./structure.js";
