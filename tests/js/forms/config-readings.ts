/** ConfigFiles that no engine writes, and what Godot 4.6.3, 3.6 and 3.2.3 make of them; undefined where they refuse the whole file. */
export const configReadings: readonly [
  text: string,
  read: Readonly<Record<string, Readonly<Record<string, number>>>> | undefined,
][] = [
  ["a=1 b=2\nc=3", { "": { a: 1, b: 2, c: 3 } }],
  ["a=1 ; b=5\n b=2", { "": { a: 1, b: 2 } }],
  ["a=1 [s] b=2 [t]\nc=3 [ s ] d=4", { "": { a: 1 }, s: { b: 2, d: 4 }, t: { c: 3 } }],
  ["[s] b=2 c=3\n[t]\nb=1\n[s]\nb=4\n", { s: { b: 4, c: 3 }, t: { b: 1 } }],
  ['a=1\n"a"=2\nb=3', { "": { a: 2, b: 3 } }],
  ["a=1\nb=2\na=null", { "": { b: 2 } }],
  ["a=null\na=1", { "": { a: 1 } }],
  ["a=@@\na=1\n", undefined],
  ["a=[1,,2]\na=null\n", undefined],
  ["b=1\n=foo(1)\n", undefined],
  ["a=1\nb=foo(1)\nb=2\n", undefined],
];
