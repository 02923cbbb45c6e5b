import { clean } from "./clean.ts";
import { fold } from "./fold.ts";

/**
 * A name without what nobody sees, in one normal form and in small letters. Names that are one here are one name
 * wherever they are keys: what tells them apart nobody sees, and a disk may not keep it.
 */
export function plainName(name: string): string {
  return clean(name).text.trim().normalize("NFC").toLowerCase();
}

/**
 * What a reader tells a name by: all kinds of blanks are one, and so are compatibility forms and letters that look
 * alike; a mark makes another letter. Names of one `plainName` have one look.
 */
export function lookOf(name: string): string {
  return Array.from(plainName(name).normalize("NFKD"), (letter) => (MARK.test(letter) ? letter : fold(letter).text))
    .join("")
    .replace(/\s+/gu, " ")
    .trim();
}

const MARK = /\p{M}/u;
