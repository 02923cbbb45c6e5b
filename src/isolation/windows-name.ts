/** Names that mean a device in every folder, whatever stands behind a dot. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])[ .]{0,255}(?:\.|$)/iu;

/**
 * Why Windows would read something else into a path than the names it is made of: a device, a stream of a file (behind
 * whose second name no rule for the first holds), a folder of its own for each drive, or no folder of a disk at all. In
 * words that follow "because"; null where it would not.
 */
export function windowsTrap(path: string): string | null {
  if (/^[\\/]{2}[.?][\\/]/u.test(path)) return "Windows looks for it outside all folders";
  const names = path.replace(/^[a-z]:(?=[\\/]|$)/iu, "").split(/[\\/]/u);
  if (names.some((name) => name.includes(":"))) return "Windows takes a colon for another way into a file";
  return names.some((name) => DEVICE.test(name)) ? "Windows takes such a name for a device" : null;
}
