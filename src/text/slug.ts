import slugify from "@sindresorhus/slugify";

const MAX_BYTES = 120;

/**
 * A text as part of a file name: lower-case letters, digits and single dashes, never empty, at most 120 bytes of
 * UTF-8. Latin text becomes ASCII; other scripts keep their letters, for a transliteration that drops half of them
 * names nothing. No separator, dot, control character or look-alike of one survives.
 */
export function slug(text: string, fallback: string): string {
  const normal = text.normalize("NFKC").slice(0, 1_000);
  const latin = !/(?!\p{Script=Latin})\p{L}/u.test(normal);
  return truncate(slugify(normal, { decamelize: false, transliterate: latin })) || fallback;
}

/**
 * The first of `base`, `base-2`, `base-3`, … that is not taken. Names are compared as a case-insensitive,
 * normalising disk would.
 */
export function unique(base: string, taken: (name: string) => boolean): string {
  let name = base;
  for (let number = 2; taken(name); number++) name = `${base}-${number}`;
  return name;
}

function truncate(slugged: string): string {
  let kept = "";
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(slugged)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > MAX_BYTES) break;
    kept += segment;
  }
  return kept.replace(/-+$/u, "");
}
