// An object store: a folder (`file:data`), or a bucket of anything that speaks S3 (`s3://bucket`, with S3_ENDPOINT unless it is Amazon's).
import { copyFile, mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

/**
 * Opens a store. Keys have `/` between their parts. `put` and `copy` make an object as a whole or not at all; `list` yields `{ key, size }` in the order
 * of the keys, beginning after the key `after`; `get` returns undefined for an object that is not there.
 */
export async function openStore(url) {
  return url.startsWith("s3:") ? openBucket(new URL(url).hostname) : openFolder(url.replace(/^file:/, ""));
}

function openFolder(root) {
  const place = (key) => join(root, key);
  const absent = (error) => {
    if (error.code !== "ENOENT") throw error;
  };
  let parts = 0;
  /** Makes a file under another name first, because a program may be killed while it writes. */
  const make = async (key, write) => {
    const part = join(root, ".parts", `${process.pid}-${parts++}`);
    for (const path of [part, place(key)]) await mkdir(dirname(path), { recursive: true });
    await write(part);
    await rename(part, place(key));
  };
  return {
    async *list(prefix, after = "") {
      const entries =
        (await readdir(place(prefix), { recursive: true, withFileTypes: true }).catch(absent)) ?? [];
      const keys = entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)).replaceAll(sep, "/"))
        .sort();
      for (const key of keys) if (key > after) yield { key, size: (await stat(place(key))).size };
    },
    has: async (key) => (await stat(place(key)).catch(absent)) !== undefined,
    get: (key) => readFile(place(key)).catch(absent),
    put: (key, bytes) => make(key, (part) => writeFile(part, bytes)),
    copy: (from, to) => make(to, (part) => copyFile(place(from), part)),
  };
}

async function openBucket(bucket) {
  const s3 = await import("@aws-sdk/client-s3");
  const client = new s3.S3Client({
    region: process.env.AWS_REGION ?? "us-east-1",
    ...(process.env.S3_ENDPOINT !== undefined && { endpoint: process.env.S3_ENDPOINT, forcePathStyle: true }),
    // Servers other than Amazon's do not all know the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const send = (name, input) => client.send(new s3[`${name}Command`]({ Bucket: bucket, ...input }));
  const absent = (error) => {
    if (error.$metadata?.httpStatusCode !== 404) throw error;
  };
  const get = async (key) =>
    (await send("GetObject", { Key: key }).catch(absent))?.Body.transformToByteArray();
  const put = (key, bytes) => send("PutObject", { Key: key, Body: bytes });
  return {
    get,
    put,
    async *list(prefix, after) {
      const pages = s3.paginateListObjectsV2(
        { client },
        { Bucket: bucket, Prefix: prefix, StartAfter: after },
      );
      for await (const { Contents = [] } of pages)
        for (const { Key, Size } of Contents) yield { key: Key, size: Size };
    },
    has: async (key) => (await send("HeadObject", { Key: key }).catch(absent)) !== undefined,
    // Not CopyObject, which takes the source as a part of a URL: stores differ in how they read `+`, `?` and `#` in it.
    copy: async (from, to) => put(to, await get(from)),
  };
}
