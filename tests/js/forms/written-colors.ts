/** Colors as people write them, and what Godot 4.6.3, and 3.6 and 3.2.3, read inside of an Array. */
export const colorTexts: readonly [text: string, inGodot4: string, inGodot3: string][] = [
  ["#ff8800cc", "Color(1, 0.53333336, 0, 0.8)", "Color(0.53333336, 0, 0.8, 1)"],
  ["#FF8800cc", "Color(1, 0.53333336, 0, 0.8)", "Color(0.53333336, 0, 0.8, 1)"],
  ["#f80c", "Color(1, 0.53333336, 0, 0.8)", "Color(0.53333336, 0, 0.8, 1)"],
  ["#ff8800", "Color(1, 0.53333336, 0, 1)", "Color(1, 0.53333336, 0, 1)"],
  ["#f80", "Color(1, 0.53333336, 0, 1)", "Color(1, 0.53333336, 0, 1)"],
];
