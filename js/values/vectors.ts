import { Components, widened } from "../table/components.js";
import { brand } from "../table/type-kinds.js";

/** A 2D vector of floats. */
export class Vector2 extends Components {
  declare x: number;
  declare y: number;

  constructor(x = 0, y = 0) {
    super();
    this.x = x;
    this.y = y;
  }

  /** From 2 numbers of `source`, starting at index `at`. */
  static fromArray(source: ArrayLike<number>, at = 0, wide = false): Vector2 {
    return widened(new Vector2(source[at], source[at + 1]), wide);
  }

  override toArray(target: number[] = [], at = 0): number[] {
    target[at] = this.x;
    target[at + 1] = this.y;
    return target;
  }
}

/** A 3D vector of floats. */
export class Vector3 extends Components {
  declare x: number;
  declare y: number;
  declare z: number;

  constructor(x = 0, y = 0, z = 0) {
    super();
    this.x = x;
    this.y = y;
    this.z = z;
  }

  /** From 3 numbers of `source`, starting at index `at`. */
  static fromArray(source: ArrayLike<number>, at = 0, wide = false): Vector3 {
    return widened(new Vector3(source[at], source[at + 1], source[at + 2]), wide);
  }

  override toArray(target: number[] = [], at = 0): number[] {
    target[at] = this.x;
    target[at + 1] = this.y;
    target[at + 2] = this.z;
    return target;
  }
}

/** A 4D vector of floats. */
export class Vector4 extends Components {
  declare x: number;
  declare y: number;
  declare z: number;
  declare w: number;

  constructor(x = 0, y = 0, z = 0, w = 0) {
    super();
    this.x = x;
    this.y = y;
    this.z = z;
    this.w = w;
  }

  /** From 4 numbers of `source`, starting at index `at`. */
  static fromArray(source: ArrayLike<number>, at = 0, wide = false): Vector4 {
    return widened(new Vector4(source[at], source[at + 1], source[at + 2], source[at + 3]), wide);
  }

  override toArray(target: number[] = [], at = 0): number[] {
    target[at] = this.x;
    target[at + 1] = this.y;
    target[at + 2] = this.z;
    target[at + 3] = this.w;
    return target;
  }
}

/** A 2D vector of 32-bit integers. */
export class Vector2i extends Components {
  declare x: number;
  declare y: number;

  constructor(x = 0, y = 0) {
    super();
    this.x = x;
    this.y = y;
  }

  /** From 2 numbers of `source`, starting at index `at`. */
  static fromArray(source: ArrayLike<number>, at = 0): Vector2i {
    return new Vector2i(source[at], source[at + 1]);
  }

  override toArray(target: number[] = [], at = 0): number[] {
    target[at] = this.x;
    target[at + 1] = this.y;
    return target;
  }
}

/** A 3D vector of 32-bit integers. */
export class Vector3i extends Components {
  declare x: number;
  declare y: number;
  declare z: number;

  constructor(x = 0, y = 0, z = 0) {
    super();
    this.x = x;
    this.y = y;
    this.z = z;
  }

  /** From 3 numbers of `source`, starting at index `at`. */
  static fromArray(source: ArrayLike<number>, at = 0): Vector3i {
    return new Vector3i(source[at], source[at + 1], source[at + 2]);
  }

  override toArray(target: number[] = [], at = 0): number[] {
    target[at] = this.x;
    target[at + 1] = this.y;
    target[at + 2] = this.z;
    return target;
  }
}

/** A 4D vector of 32-bit integers. */
export class Vector4i extends Components {
  declare x: number;
  declare y: number;
  declare z: number;
  declare w: number;

  constructor(x = 0, y = 0, z = 0, w = 0) {
    super();
    this.x = x;
    this.y = y;
    this.z = z;
    this.w = w;
  }

  /** From 4 numbers of `source`, starting at index `at`. */
  static fromArray(source: ArrayLike<number>, at = 0): Vector4i {
    return new Vector4i(source[at], source[at + 1], source[at + 2], source[at + 3]);
  }

  override toArray(target: number[] = [], at = 0): number[] {
    target[at] = this.x;
    target[at + 1] = this.y;
    target[at + 2] = this.z;
    target[at + 3] = this.w;
    return target;
  }
}

/** A rotation; the identity by default. */
export class Quaternion extends Components {
  declare x: number;
  declare y: number;
  declare z: number;
  declare w: number;

  constructor(x = 0, y = 0, z = 0, w = 1) {
    super();
    this.x = x;
    this.y = y;
    this.z = z;
    this.w = w;
  }

  /** From 4 numbers of `source`, starting at index `at`. */
  static fromArray(source: ArrayLike<number>, at = 0, wide = false): Quaternion {
    return widened(new Quaternion(source[at], source[at + 1], source[at + 2], source[at + 3]), wide);
  }

  override toArray(target: number[] = [], at = 0): number[] {
    target[at] = this.x;
    target[at + 1] = this.y;
    target[at + 2] = this.z;
    target[at + 3] = this.w;
    return target;
  }
}

/** A color: red, green, blue and alpha, where 1 is full strength. Engines have only 32-bit colors. */
export class Color extends Components {
  declare r: number;
  declare g: number;
  declare b: number;
  declare a: number;

  constructor(r = 0, g = 0, b = 0, a = 1) {
    super();
    this.r = r;
    this.g = g;
    this.b = b;
    this.a = a;
  }

  /** From 4 numbers of `source`, starting at index `at`. */
  static fromArray(source: ArrayLike<number>, at = 0, wide = false): Color {
    return widened(new Color(source[at], source[at + 1], source[at + 2], source[at + 3]), wide);
  }

  override toArray(target: number[] = [], at = 0): number[] {
    target[at] = this.r;
    target[at + 1] = this.g;
    target[at + 2] = this.b;
    target[at + 3] = this.a;
    return target;
  }
}

brand(Vector2, "Vector2");
brand(Vector2i, "Vector2i");
brand(Vector3, "Vector3");
brand(Vector3i, "Vector3i");
brand(Vector4, "Vector4");
brand(Vector4i, "Vector4i");
brand(Quaternion, "Quaternion");
brand(Color, "Color");
