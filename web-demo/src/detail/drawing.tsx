// What vectors, rectangles and transforms look like: lines in a square whose middle is the origin.
interface Line {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly kind: string;
}

const size = 160;

/** How a point of space is drawn: x to the right, y up, z towards the person. */
const flat = ([x = 0, y = 0, z = 0]: readonly number[]): [number, number] => [x - z * 0.5, -y + z * 0.35];

function linesOf(type: string, v: readonly number[]): Line[] {
  const from = (origin: readonly [number, number], to: readonly [number, number], kind: string): Line => ({
    from: origin,
    to: [origin[0] + to[0], origin[1] + to[1]],
    kind,
  });
  const zero = [0, 0] as const;
  const at = (i: number) => v[i] as number;
  switch (type) {
    case "Vector2":
    case "Vector2i":
      return [from(zero, [at(0), at(1)], "main")];
    case "Vector3":
    case "Vector3i":
      return [from(zero, flat(v), "main")];
    case "Rect2":
    case "Rect2i":
      return rectangle([at(0), at(1)], [at(2), at(3)]);
    case "Transform2D": {
      const origin = [at(4), at(5)] as const;
      const reach = Math.max(Math.hypot(at(0), at(1)), Math.hypot(at(2), at(3)), 1e-9);
      const far = Math.hypot(...origin) > reach * 4;
      const start = far ? zero : origin;
      return [from(start, [at(0), at(1)], "x"), from(start, [at(2), at(3)], "y")];
    }
    case "Basis":
    case "Transform3D":
      return [0, 1, 2].map((axis) =>
        from(zero, flat([at(axis), at(3 + axis), at(6 + axis)]), "xyz"[axis] as string),
      );
    case "Quaternion":
      return axesOf(v).map((axis, i) => from(zero, flat(axis), "xyz"[i] as string));
    default:
      return [];
  }
}

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

/** The axes that a rotation turns. */
function axesOf([x = 0, y = 0, z = 0, w = 0]: readonly number[]): number[][] {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
}

/** Two-dimensional values have y downwards, as Godot's screen has. */
export function Drawing({ type, values }: { type: string; values: readonly number[] }) {
  const lines = linesOf(type, values);
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
