// Equal texts in a list.

/** The indices of each text, the first one at the end, where `pop` takes it. Absent texts are left out. */
export function placesByText(texts: readonly (string | undefined)[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let place = texts.length - 1; place >= 0; place--) {
    const text = texts[place];
    if (text === undefined) continue;
    const equal = places.get(text);
    if (equal === undefined) places.set(text, [place]);
    else equal.push(place);
  }
  return places;
}
