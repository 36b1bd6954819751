// A lower bound for every decoder: builds the objects of `large` from existing numbers, and from strings that it cuts anew.
import { Color, NodePath, type Variant, Vector3 } from "../../js/index.js";
import { type CutTexts, cutTextsOf } from "./cut-texts.js";

interface Item {
  id: number;
  name: string;
  count: number;
  weight: number;
  equipped: boolean;
  position: Vector3;
  tint: Color;
  owner: NodePath;
  tags: string[];
  stats: Stats;
}

interface Stats {
  damage: number;
  armor: number;
  durability: number;
  level: number;
}

/** The numbers and texts of all items, in order of use. */
interface Parts {
  count: number;
  ints: Int32Array;
  floats: Float64Array;
  singles: Float32Array;
  texts: CutTexts;
}

/** A function that builds the same value again without reading bytes. */
export function largeFloor(value: Variant): () => unknown {
  const parts = takeApart((value as unknown as { inventory: Item[] }).inventory);
  return () => ({ inventory: putTogether(parts) });
}

function takeApart(items: readonly Item[]): Parts {
  const ints: number[] = [];
  const floats: number[] = [];
  const singles: number[] = [];
  const strings: string[] = [];
  for (const { id, name, count, weight, equipped, position, tint, owner, tags, stats } of items) {
    ints.push(id, count, Number(equipped), owner.names.length, tags.length);
    ints.push(stats.damage, stats.armor, stats.level);
    floats.push(weight, stats.durability);
    position.toArray(singles, singles.length);
    tint.toArray(singles, singles.length);
    strings.push(name, ...owner.names, ...tags);
  }
  return {
    count: items.length,
    ints: Int32Array.from(ints),
    floats: Float64Array.from(floats),
    singles: Float32Array.from(singles),
    texts: cutTextsOf(strings),
  };
}

function putTogether({ count, ints, floats, singles, texts: { cut, numbers } }: Parts): Item[] {
  const items = new Array<Item>(count);
  const strings = cut();
  let text = 0;
  for (let i = 0, int = 0, float = 0, single = 0; i < count; i++, int += 8, float += 2, single += 7) {
    const name = strings[numbers[text] as number] as string;
    const names = part(strings, numbers, text + 1, ints[int + 3] as number);
    const tags = part(strings, numbers, text + 1 + names.length, ints[int + 4] as number);
    text += 1 + names.length + tags.length;
    items[i] = {
      id: ints[int] as number,
      name,
      count: ints[int + 1] as number,
      weight: floats[float] as number,
      equipped: ints[int + 2] !== 0,
      position: new Vector3(singles[single], singles[single + 1], singles[single + 2]),
      tint: new Color(singles[single + 3], singles[single + 4], singles[single + 5], singles[single + 6]),
      owner: new NodePath({ absolute: true, names, subnames: [] }),
      tags,
      stats: {
        damage: ints[int + 5] as number,
        armor: ints[int + 6] as number,
        durability: floats[float + 1] as number,
        level: ints[int + 7] as number,
      },
    };
  }
  return items;
}

function part(strings: readonly string[], numbers: Int32Array, start: number, count: number): string[] {
  const texts = new Array<string>(count);
  for (let i = 0; i < count; i++) texts[i] = strings[numbers[start + i] as number] as string;
  return texts;
}
