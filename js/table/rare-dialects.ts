/** The readings in dialects that are not rare; all of them if there are no others. */
export function likelyReadings<Reading extends { readonly rare: boolean }>(
  readings: readonly Reading[],
): readonly Reading[] {
  const likely = readings.filter(({ rare }) => !rare);
  return likely.length > 0 ? likely : readings;
}
