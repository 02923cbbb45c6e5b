import { patternOf } from "../text/pattern.ts";

/** What a value of a head names: people as they are written, handles with their "@", addresses. `pure`: it names nothing else. */
export type People = { people: string[]; pure: boolean };

const MAIL = /[\w.+%-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}/gu;
const SPELLED_MAIL =
  /[\w.+-]{1,64}(?: | ?[[(])at(?: |[\])] ?)[\w-]{1,64}(?:(?:\.| ?[[(]dot[\])] ?| dot )[\w-]{1,30}){1,4}/giu;
const LINK = /!?\[([^[\]\n]{0,200})\]\(([^()\s]{1,400})\)/gu;
const URL = /https?:\/\/[^\s<>()[\]"'`|]{1,400}/gu;
const PROFILE = /\b(?:github|gitlab|twitter|x|codeberg)\.(?:com|org)\/([\w.-]{1,40})\/?(?=$|[\s)>\]"',;|])/giu;
const HANDLE = /(?<![\w.@/])@[\p{L}\p{N}][\p{L}\p{N}_.-]{0,40}(?:\/[\w-]{1,40})?/gu;
const BRACKETS = /<[^<>\n]{0,200}>|\([^()\n]{0,200}\)/gu;
const DATES =
  /\b\d{4}-\d{1,2}(?:-\d{1,2})?\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b\d{1,2}\.? ?-?\p{L}{3,10}\.?,? ?-?\d{4}\b|\b\p{L}{3,10}\.? \d{1,2},? \d{4}\b|\b\p{L}{3,10} \d{4}\b/gu;
const PARTING =
  /[,;/&|、，；\n\t·•+]|\s(?:and|und|et|y|og|och|en|ja|и|sowie|with|mit)\s|\se\s|\s[-–—]{1,3}\s|<br ?\/?>/giu;
const LABEL =
  /^(?:name|e-?mail|mail|role|affiliation|organi[sz]ation|company|github|gitlab|handle|url|id|login)\s{0,3}[:=]\s{0,3}/iu;
const TITLE = /^(?:dr|prof|mr|mrs|ms|sir|dipl|ing|herr|frau|mme|sr|sra)\b\.?\s{0,3}/iu;
const HONORIFIC = /(?:さん|氏|様|님|씨)$/u;
/** Small words that join the parts of a name. */
const PARTICLE =
  "van|von|der|den|de|da|di|du|del|della|dos|das|do|la|le|el|al|bin|ibn|ben|ter|ten|zu|zum|zur|y|e|af|av|st|vom|'t";
const WORD = "[\\p{Lu}\\p{Lt}\\p{Lo}][\\p{L}\\p{M}'’.\\-]{0,40}|[dlo]['’][\\p{Lu}][\\p{L}'’.\\-]{1,40}";
const NAME = patternOf(`^(?:(?:${PARTICLE}|${WORD}) ){0,5}(?:${WORD})$`, "u");
const SMALL = /^[\p{Ll}\d][\p{L}\d_.-]{1,40}$/u;
const PARTICLES = new Set(PARTICLE.split("|"));
/** Whether a small word joins the parts of a name. */
export const isParticle = (word: string): boolean => PARTICLES.has(word);
const NOBODY =
  /^(?:tbd|todo|none|n\/a|na|various|unknown|nobody|me|others?|et al\.?|-+|on|at|in|am|le|by|the|core|\d{1,4}|)$/iu;
/** Part of an organisation: named in a head, and in other words elsewhere. */
const GROUP =
  /(?:^|\s)(?:teams?|board|group|committee|council|wg|sig|department|guild|squad|office|authority|architects?|engineering|engineers?|developers?|maintainers?|community|implementers?|owners?|chairs?|managers?|leadership|foundation|inc|ltd|gmbh|core|lab|crew|staff|people|everyone|all|string|text|author|reviewer|name)\.?(?:\s|$)|^sig-|^wg-/iu;

/** Reads the people that a value of a head names, one after the other. */
export function readPeople(value: string): People {
  const found: string[] = [];
  const take =
    (made: (all: string, ...groups: string[]) => string | null) =>
    (all: string, ...groups: string[]): string => {
      const one = made(all, ...groups);
      if (one !== null) found.push(one);
      return " ";
    };
  const links: string[] = [];
  const rest = value
    .slice(0, MAX_VALUE)
    .replace(/\s#[^\n]{0,300}/gu, " ")
    .replace(LINK, (_, text: string, to: string) => {
      links.push(to);
      return ` ${text} `;
    })
    .replace(URL, (url) => {
      links.push(url);
      return " ";
    })
    .replace(
      MAIL,
      take((all) => all),
    )
    .replace(
      SPELLED_MAIL,
      take((all) => all),
    )
    .replace(
      HANDLE,
      take((all) => (all.includes("/") ? null : all)),
    )
    .replace(BRACKETS, ",")
    .replace(DATES, ",");
  for (const link of links) for (const [, name = ""] of `${link} `.matchAll(PROFILE)) found.push(`@${name}`);
  let pure = true;
  let named = found.length > 0 || links.length > 0;
  for (const written of rest.split(PARTING)) {
    const part = (written ?? "")
      .replace(/[[\]{}"“”`*_<>()]{1,10}/gu, " ")
      .replace(/\s{1,20}/gu, " ")
      .trim()
      .replace(/^[-:.•]{1,4}\s?|(?<![\p{L}])[.]$|[:]$/gu, "")
      .replace(LABEL, "")
      .replace(TITLE, "")
      .replace(HONORIFIC, "")
      .replace(/\s(?:on|at|am|le|el|в|in)$/u, "")
      .trim();
    if (NOBODY.test(part)) continue;
    if (GROUP.test(part)) {
      named ||= /^\p{Lu}/u.test(part);
      pure &&= /^\p{Lu}/u.test(part) && part.split(" ").length <= MAX_NAME;
    } else if (NAME.test(part)) {
      found.push(part);
      named = true;
    } else {
      if (SMALL.test(part)) found.push(`@${part}`);
      pure = false;
    }
  }
  const people = [...new Set(found)].slice(0, MAX_PEOPLE);
  return { people, pure: pure && named };
}

/** Characters of a value, people of one value and words of a name that are read. */
const [MAX_VALUE, MAX_PEOPLE, MAX_NAME] = [4_000, 60, 6];

/** The words of a name that tell by themselves whose it is: neither particles nor initials. */
export const wordsOfName = (name: string): string[] =>
  name
    .split(/[\s]+/u)
    .map((word) => word.replace(/[.'’]{1,3}$/u, ""))
    .filter((word) => !PARTICLES.has(word) && !word.includes(".") && word.length >= MIN_LETTERS);

const MIN_LETTERS = 3;
