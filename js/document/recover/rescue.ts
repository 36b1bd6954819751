// Recovers one value: reads it in several ways, and takes the one that loses least.
import { nullPairsIn } from "./lost-header.js";
import { mostProbable, oddPlacesIn, priceOfDamage } from "./odd-places.js";
import { type DamagedValue, Reading } from "./reading.js";
import type { Lost } from "./recovered.js";
import type { Rescued } from "./salvage.js";

/** So many places in a row at which a damage may begin are tried in vain. */
const mostTries = 32;
/** Among more nulls in pairs, it is not certain which of them is a header. */
const mostPairs = 64;
/** More is not read so often. */
const largest = 1 << 22;

/** The readable parts of a value; undefined for none. Adds to `lost` what is not readable. */
export function rescue(value: DamagedValue, lost: Lost[]): Rescued | undefined {
  const first = new Reading(value);
  const rebuilt = withLostHeader(value, first);
  if (rebuilt !== undefined) {
    lost.push(...rebuilt.lost);
    return rebuilt.result();
  }
  // What seems to be cut off may be so, unless all is read to the end behind it.
  const isCareful = first.isDoubtful && !first.fits;
  const best = improved(isCareful ? new Reading({ ...value, isCareful }) : first);
  lost.push(...best.lost);
  return best.result();
}

/** The only reading in which two nulls are the zeroed header of a container, and with it all is read to the end. */
function withLostHeader(value: DamagedValue, first: Reading): Reading | undefined {
  const { format, probe, sizeBeforeCut } = value;
  const { input } = probe;
  const isWhole = probe.limitFrom(0) === input.length && sizeBeforeCut === undefined;
  if (first.lost.length === 0 || !isWhole || input.length > largest) return undefined;
  const pairs = nullPairsIn(format.attempt(input).source);
  if (pairs.length > mostPairs) return undefined;
  const found: Reading[] = [];
  for (const at of pairs) {
    if (probe.isHasty) return undefined;
    const reading = new Reading({ ...value, probe: probe.with([at, at + 8]), isHeader: true });
    if (reading.isRebuilt && reading.fits && reading.lost.length === 1) found.push(reading);
  }
  return found.length === 1 ? found[0] : undefined;
}

/** Reads again with a damage at each of the places where a reading may have gone astray, as long as that loses less. */
function improved(reading: Reading): Reading {
  const { format, probe, base, sizeBeforeCut, isCareful, lost, fits, isStretched, odd } = reading;
  if (lost.length === 0) return reading;
  const isCut = isCutOff(reading);
  const isRight = fits && !isStretched && !isCut;
  let [best, least] = [reading, priceOf(reading)];
  let left = mostTries;
  for (const place of odd.flatMap(mostProbable)) {
    const isStranger = place[0] === place[1];
    if (isStranger && isRight) continue;
    if (left-- === 0 || probe.isHasty) break;
    const other = new Reading({ format, probe: probe.with(place), base, sizeBeforeCut, isCareful });
    const price = priceOf(other);
    if (price < least && (other.isExact || !(isStranger || isCut))) [best, least] = [other, price];
  }
  return best === reading ? reading : improved(best);
}

/** Whether the last damage reaches the end of the input, so that the value may be merely cut off. */
function isCutOff({ base, probe, lost }: Reading): boolean {
  const { offset = 0, length = 0, code } = lost.at(-1) ?? {};
  return code !== "trailing-bytes" && offset + length === base + probe.input.length;
}

/** How bad a reading is: how many bytes it loses or reads as nulls, and how many damages and odd places it has. */
function priceOf(reading: Reading): number {
  const { format, lost } = reading;
  const bytes = reading.result()?.bytes ?? new Uint8Array(0);
  const odd = oddPlacesIn(format.attempt(bytes).source);
  return odd.price - bytes.length + priceOfDamage * lost.length;
}
