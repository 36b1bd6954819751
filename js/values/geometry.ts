import { Components, widened } from "../table/components.js";
import { brand } from "../table/type-kinds.js";
import { Vector2, Vector2i, Vector3, Vector4 } from "./vectors.js";

/** A 2D rectangle of floats. */
export class Rect2 extends Components {
  declare position: Vector2;
  declare size: Vector2;

  constructor(position = new Vector2(), size = new Vector2()) {
    super();
    this.position = position;
    this.size = size;
  }

  /** From 4 numbers: position, size. */
  static fromArray(source: ArrayLike<number>, at = 0, wide = false): Rect2 {
    return widened(
      new Rect2(Vector2.fromArray(source, at, wide), Vector2.fromArray(source, at + 2, wide)),
      wide,
    );
  }

  override toArray(target: number[] = [], at = 0): number[] {
    this.position.toArray(target, at);
    return this.size.toArray(target, at + 2);
  }
}

/** A 2D rectangle of 32-bit integers. */
export class Rect2i extends Components {
  declare position: Vector2i;
  declare size: Vector2i;

  constructor(position = new Vector2i(), size = new Vector2i()) {
    super();
    this.position = position;
    this.size = size;
  }

  /** From 4 integers: position, size. */
  static fromArray(source: ArrayLike<number>, at = 0): Rect2i {
    return new Rect2i(Vector2i.fromArray(source, at), Vector2i.fromArray(source, at + 2));
  }

  override toArray(target: number[] = [], at = 0): number[] {
    this.position.toArray(target, at);
    return this.size.toArray(target, at + 2);
  }
}

/** A 2D transform: two axes (columns) and the origin; the identity by default. */
export class Transform2D extends Components {
  declare x: Vector2;
  declare y: Vector2;
  declare origin: Vector2;

  constructor(xAxis = new Vector2(1, 0), yAxis = new Vector2(0, 1), origin = new Vector2()) {
    super();
    this.x = xAxis;
    this.y = yAxis;
    this.origin = origin;
  }

  /** From 6 numbers: x axis, y axis, origin. */
  static fromArray(source: ArrayLike<number>, at = 0, wide = false): Transform2D {
    const x = Vector2.fromArray(source, at, wide);
    const y = Vector2.fromArray(source, at + 2, wide);
    return widened(new Transform2D(x, y, Vector2.fromArray(source, at + 4, wide)), wide);
  }

  override toArray(target: number[] = [], at = 0): number[] {
    this.x.toArray(target, at);
    this.y.toArray(target, at + 2);
    return this.origin.toArray(target, at + 4);
  }
}

/** A plane: its normal and its distance from the origin. */
export class Plane extends Components {
  declare normal: Vector3;
  declare d: number;

  constructor(normal = new Vector3(), d = 0) {
    super();
    this.normal = normal;
    this.d = d;
  }

  /** From 4 numbers: normal, d. */
  static fromArray(source: ArrayLike<number>, at = 0, wide = false): Plane {
    return widened(new Plane(Vector3.fromArray(source, at, wide), source[at + 3]), wide);
  }

  override toArray(target: number[] = [], at = 0): number[] {
    this.normal.toArray(target, at);
    target[at + 3] = this.d;
    return target;
  }
}

/** An axis-aligned 3D box. */
export class AABB extends Components {
  declare position: Vector3;
  declare size: Vector3;

  constructor(position = new Vector3(), size = new Vector3()) {
    super();
    this.position = position;
    this.size = size;
  }

  /** From 6 numbers: position, size. */
  static fromArray(source: ArrayLike<number>, at = 0, wide = false): AABB {
    return widened(
      new AABB(Vector3.fromArray(source, at, wide), Vector3.fromArray(source, at + 3, wide)),
      wide,
    );
  }

  override toArray(target: number[] = [], at = 0): number[] {
    this.position.toArray(target, at);
    return this.size.toArray(target, at + 3);
  }
}

/** A 3×3 matrix, given by its axes (columns); the identity by default. On the wire and in arrays it is stored row by row. */
export class Basis extends Components {
  declare x: Vector3;
  declare y: Vector3;
  declare z: Vector3;

  constructor(xAxis = new Vector3(1, 0, 0), yAxis = new Vector3(0, 1, 0), zAxis = new Vector3(0, 0, 1)) {
    super();
    this.x = xAxis;
    this.y = yAxis;
    this.z = zAxis;
  }

  /** From 9 numbers, row after row: x.x y.x z.x x.y y.y z.y x.z y.z z.z. */
  static fromArray(source: ArrayLike<number>, at = 0, wide = false): Basis {
    const x = widened(new Vector3(source[at], source[at + 3], source[at + 6]), wide);
    const y = widened(new Vector3(source[at + 1], source[at + 4], source[at + 7]), wide);
    return widened(
      new Basis(x, y, widened(new Vector3(source[at + 2], source[at + 5], source[at + 8]), wide)),
      wide,
    );
  }

  override toArray(target: number[] = [], at = 0): number[] {
    writeRow(target, at, this.x.x, this.y.x, this.z.x);
    writeRow(target, at + 3, this.x.y, this.y.y, this.z.y);
    writeRow(target, at + 6, this.x.z, this.y.z, this.z.z);
    return target;
  }
}

function writeRow(target: number[], at: number, x: number, y: number, z: number): void {
  target[at] = x;
  target[at + 1] = y;
  target[at + 2] = z;
}

/** A 3D transform; the identity by default. */
export class Transform3D extends Components {
  declare basis: Basis;
  declare origin: Vector3;

  constructor(basis = new Basis(), origin = new Vector3()) {
    super();
    this.basis = basis;
    this.origin = origin;
  }

  /** From 12 numbers: the basis row after row, then the origin. */
  static fromArray(source: ArrayLike<number>, at = 0, wide = false): Transform3D {
    return widened(
      new Transform3D(Basis.fromArray(source, at, wide), Vector3.fromArray(source, at + 9, wide)),
      wide,
    );
  }

  override toArray(target: number[] = [], at = 0): number[] {
    this.basis.toArray(target, at);
    return this.origin.toArray(target, at + 9);
  }
}

/** A 4×4 projection matrix, given by its columns; the identity by default. */
export class Projection extends Components {
  declare x: Vector4;
  declare y: Vector4;
  declare z: Vector4;
  declare w: Vector4;

  constructor(
    xAxis = new Vector4(1, 0, 0, 0),
    yAxis = new Vector4(0, 1, 0, 0),
    zAxis = new Vector4(0, 0, 1, 0),
    wAxis = new Vector4(0, 0, 0, 1),
  ) {
    super();
    this.x = xAxis;
    this.y = yAxis;
    this.z = zAxis;
    this.w = wAxis;
  }

  /** From 16 numbers, column after column. */
  static fromArray(source: ArrayLike<number>, at = 0, wide = false): Projection {
    const x = Vector4.fromArray(source, at, wide);
    const y = Vector4.fromArray(source, at + 4, wide);
    const z = Vector4.fromArray(source, at + 8, wide);
    return widened(new Projection(x, y, z, Vector4.fromArray(source, at + 12, wide)), wide);
  }

  override toArray(target: number[] = [], at = 0): number[] {
    this.x.toArray(target, at);
    this.y.toArray(target, at + 4);
    this.z.toArray(target, at + 8);
    return this.w.toArray(target, at + 12);
  }
}

brand(Rect2, "Rect2");
brand(Rect2i, "Rect2i");
brand(Transform2D, "Transform2D");
brand(Plane, "Plane");
brand(AABB, "AABB");
brand(Basis, "Basis");
brand(Transform3D, "Transform3D");
brand(Projection, "Projection");
