// Draws vectors, rectangles and transforms as lines in a square with the origin in its center.
import type { TypeName } from "godot-variant";

type Point = readonly [number, number];

interface Line {
  readonly from: Point;
  readonly to: Point;
  readonly kind: string;
}

const size = 160;

/** Projects a point of space: x to the right, y up, z towards the viewer. */
const flat = ([x = 0, y = 0, z = 0]: readonly number[]): Point => [x - z * 0.5, -y + z * 0.35];

const arrow = (start: Point, by: Point, kind: string): Line => ({
  from: start,
  to: [start[0] + by[0], start[1] + by[1]],
  kind,
});

const origin: Point = [0, 0];
const axes = (list: readonly (readonly number[])[]) =>
  list.map((axis, i) => arrow(origin, flat(axis), "xyz"[i] as string));
const vector2 = ([x = 0, y = 0]: readonly number[]) => [arrow(origin, [x, y], "main")];
const vector3 = (v: readonly number[]) => [arrow(origin, flat(v), "main")];
const rect2 = ([x = 0, y = 0, width = 0, height = 0]: readonly number[]) =>
  rectangle([x, y], [width, height]);
/** The columns of a matrix, which the wire format stores row by row. */
const basis = (v: readonly number[]) =>
  axes([0, 1, 2].map((axis) => [v[axis], v[3 + axis], v[6 + axis]] as number[]));

/** Other types have no drawing. */
const drawings: Readonly<Partial<Record<TypeName, (numbers: readonly number[]) => Line[]>>> = {
  Vector2: vector2,
  Vector2i: vector2,
  Vector3: vector3,
  Vector3i: vector3,
  Rect2: rect2,
  Rect2i: rect2,
  Transform2D: ([xx = 0, xy = 0, yx = 0, yy = 0, ...at]) => {
    const moved = at as unknown as Point;
    const reach = Math.max(Math.hypot(xx, xy), Math.hypot(yx, yy), 1e-9);
    const start = Math.hypot(...moved) > reach * 4 ? origin : moved;
    return [arrow(start, [xx, xy], "x"), arrow(start, [yx, yy], "y")];
  },
  Basis: basis,
  Transform3D: basis,
  Quaternion: (v) => axes(rotatedAxes(v)),
};

function rectangle([x, y]: [number, number], [width, height]: [number, number]): Line[] {
  const corners: [number, number][] = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
  return corners.map((corner, i) => ({
    from: corner,
    to: corners[(i + 1) % 4] as [number, number],
    kind: "main",
  }));
}

/** The axes after a rotation. */
function rotatedAxes([x = 0, y = 0, z = 0, w = 0]: readonly number[]): number[][] {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
}

/** In two dimensions y points down, as on Godot's screen. */
export function Drawing({ type, values }: { type: TypeName; values: readonly number[] }) {
  const lines = drawings[type]?.(values) ?? [];
  const reach = Math.max(...lines.flatMap(({ from, to }) => [...from, ...to].map(Math.abs)));
  if (lines.length === 0 || !Number.isFinite(reach) || reach === 0) return null;
  const scale = (size / 2 - 12) / reach;
  const place = (value: number) => size / 2 + value * scale;
  return (
    <svg class="drawing" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`Drawing of the ${type}`}>
      <path class="axis" d={`M0 ${size / 2}H${size}M${size / 2} 0V${size}`} />
      {lines.map(({ from, to, kind }, i) => (
        <g key={i} class={kind}>
          <line x1={place(from[0])} y1={place(from[1])} x2={place(to[0])} y2={place(to[1])} />
          {!type.startsWith("Rect") && <circle cx={place(to[0])} cy={place(to[1])} r="3.5" />}
        </g>
      ))}
    </svg>
  );
}
