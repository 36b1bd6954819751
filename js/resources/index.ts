// godot-variant/resources: resource files (.res, .scn) as data.
export {
  type ExternalResource,
  type ResourceFile,
  type ResourceOptions,
  readResource,
  referenceTo,
  referredBy,
  type StoredResource,
  writeResource,
} from "./resource-file.js";
