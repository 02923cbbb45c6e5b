import { normal } from "jstat";

const LEAST = -7;
const GREATEST = 7;
const PER_UNIT = 256;
let table: Float64Array | undefined;

/** Φ(z), the standard normal distribution function, from a table of jstat's values: off by less than 1e-6. */
export function normalCdf(z: number): number {
  if (z <= LEAST) return normal.cdf(z, 0, 1);
  if (z >= GREATEST) return 1;
  table ??= Float64Array.from({ length: (GREATEST - LEAST) * PER_UNIT + 2 }, (_, at) =>
    normal.cdf(LEAST + at / PER_UNIT, 0, 1),
  );
  const place = (z - LEAST) * PER_UNIT;
  const at = Math.floor(place);
  const low = table[at] ?? 0;
  return low + (place - at) * ((table[at + 1] ?? 1) - low);
}
