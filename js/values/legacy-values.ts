// Types of Godot 1 and 2: Image and InputEvent.
import { show } from "../table/shown.js";
import { brand } from "../table/type-kinds.js";

/**
 * An image, a Variant type of Godot 1 and 2.
 *
 * @example
 * ```ts
 * encode(new Image(4, 0, 1, 1, Uint8Array.of(255, 0, 0)), { dialect: "godot-2" });
 * ```
 */
export class Image {
  /** The engine's number of the pixel format, 0 to 22. */
  declare format: number;
  /** Number of mipmaps. */
  declare mipmaps: number;
  /** In pixels. */
  declare width: number;
  /** In pixels. */
  declare height: number;
  /** The pixel data in `format`; empty for an empty image. */
  declare data: Uint8Array;

  /**
   * An image; empty by default.
   *
   * @param format - The engine's number of the pixel format, 0 to 22.
   * @param mipmaps - Number of mipmaps.
   * @param width - In pixels.
   * @param height - In pixels.
   * @param data - The pixel data in `format`.
   */
  constructor(format = 0, mipmaps = 0, width = 0, height = 0, data: Uint8Array = new Uint8Array(0)) {
    this.format = format;
    this.mipmaps = mipmaps;
    this.width = width;
    this.height = height;
    this.data = data;
  }

  /** `Image(4, 0, 16, 16)`: format, mipmaps, width, height. */
  toString(): string {
    return `Image(${this.format}, ${this.mipmaps}, ${this.width}, ${this.height})`;
  }
}

/** The kinds of input events, as Godot 2 numbers them. */
export const inputEventTypes = {
  /** No event. */
  none: 0,
  /** A key of the keyboard. */
  key: 1,
  /** A movement of the mouse. */
  mouseMotion: 2,
  /** A button of the mouse. */
  mouseButton: 3,
  /** A movement of a joystick axis. */
  joystickMotion: 4,
  /** A button of a joystick. */
  joystickButton: 5,
  /** A finger that touches or leaves the screen. */
  screenTouch: 6,
  /** A finger that moves on the screen. */
  screenDrag: 7,
  /** An action of the input map. */
  action: 8,
} as const;

const indexTypes: readonly number[] = [
  inputEventTypes.mouseButton,
  inputEventTypes.joystickButton,
  inputEventTypes.screenTouch,
];

/**
 * An input event, a Variant type of Godot 1 and 2. Getters that do not apply to its type return undefined.
 *
 * @example
 * ```ts
 * if (event.type === inputEventTypes.key) console.log(event.scancode);
 * ```
 */
export class InputEvent {
  /** One of `inputEventTypes`. */
  declare type: number;
  /** Number of the device. */
  declare device: number;
  /** The data of the event as raw 32-bit words. */
  declare words: Int32Array;

  /**
   * An event; without a kind by default.
   *
   * @param type - One of `inputEventTypes`.
   * @param device - Number of the device.
   * @param words - The data of the event as raw 32-bit words.
   */
  constructor(type = 0, device = 0, words: Int32Array = new Int32Array(0)) {
    this.type = type;
    this.device = device;
    this.words = words;
  }

  /** Modifier bits of a key: shift 1<<25, alt 1<<26, meta 1<<27, control 1<<28. */
  get modifiers(): number | undefined {
    return this.type === inputEventTypes.key ? this.words[0] : undefined;
  }

  /** The engine's key code. */
  get scancode(): number | undefined {
    return this.type === inputEventTypes.key ? this.words[1] : undefined;
  }

  /** Number of the mouse button, joystick button or finger. */
  get index(): number | undefined {
    return indexTypes.includes(this.type) ? this.words[0] : undefined;
  }

  /** Number of the joystick axis. */
  get axis(): number | undefined {
    return this.type === inputEventTypes.joystickMotion ? this.words[0] : undefined;
  }

  /** Position of the joystick axis, -1 to 1. Engines before 2.0.3 did not write it. */
  get axisValue(): number | undefined {
    if (this.axis === undefined || this.words.length < 2) return undefined;
    return new Float32Array(this.words.slice(1, 2).buffer)[0];
  }

  /** `InputEvent(1, 0)`: type and device. */
  toString(): string {
    return `InputEvent(${this.type}, ${this.device})`;
  }
}

brand(Image, "Image");
brand(InputEvent, "InputEvent");
for (const owner of [Image, InputEvent]) show(owner);
