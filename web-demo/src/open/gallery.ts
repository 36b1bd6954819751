/** A sample file, which `?sample=id` opens; ../../samples.ts names its source. */
interface Sample {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly fileName: string;
  readonly password?: string;
}

/** Files written by real engines. */
export const samples: readonly Sample[] = [
  {
    id: "save-4",
    title: "A saved game from Godot 4.6",
    about: "Nested dictionaries, vectors, colors, typed arrays",
    fileName: "save.bin",
  },
  {
    id: "save-3",
    title: "The same game from Godot 3.6",
    about: "Older type ids, pool arrays",
    fileName: "save-godot3.bin",
  },
  {
    id: "all-types",
    title: "Every type in Godot 4.6",
    about: "One value of each of the 39 types",
    fileName: "all_types.dat",
  },
  {
    id: "frames",
    title: "Three values, compressed",
    about: "open_compressed with Zstandard, store_var three times",
    fileName: "three_vars.zstd",
  },
  {
    id: "encrypted",
    title: "Encrypted and compressed",
    about: "open_encrypted_with_pass; the password is hunter2",
    fileName: "encrypted.save",
    password: "hunter2",
  },
  {
    id: "objects",
    title: "Objects with properties",
    about: "Shown as data: no object is created, no script runs",
    fileName: "objects.bin",
  },
];
