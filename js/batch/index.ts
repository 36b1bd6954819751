// godot-variant/batch: many files at once, in Node.

export { batch } from "./batch.js";

export type {
  BatchInput,
  BatchLimits,
  BatchOptions,
  BatchResult,
  BatchSource,
  BatchTask,
  CheckTask,
  ColumnsTask,
  ConvertTask,
  EarlierCounts,
  GlobSource,
  JSONTask,
  ListSource,
  NDJSONSource,
  RecoverTask,
  SetTask,
  TableColumn,
  TableFormat,
  ValidateTask,
} from "./task/api.js";
export { type BatchCode, BatchError } from "./task/failure.js";
