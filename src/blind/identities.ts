import { addName, emptyLexicon, findNames, type Lexicon, type NameOptions } from "./names.ts";
import { skeletonOf } from "./skeleton.ts";
import { MAKERS_BEFORE_MODELS, ORDINARY, PLAIN_WITH_NUMBER, VENDORS, type Vendor } from "./vendors.ts";

/** Who may have written what a reviewer reads. Treat as frozen: what is made from it is remembered. */
export type Identities = {
  /** Configured ids, provider/model, of every designer and reviewer. */
  models: readonly string[];
  /** Display names of the same models and providers. */
  names?: readonly string[];
  /** The task, which all designers were given: a name that stands in it says nothing about who wrote a design. */
  exempt?: string;
};

/** Every name to look for, and the keys of those that the task uses itself: they are masked in claims only. */
export type KnownNames = { lexicon: Lexicon; told: ReadonlySet<string> };

export function knownNames(identities: Identities): KnownNames {
  const known = remembered.get(identities);
  if (known) return known;
  const lexicon = lexiconOf(identities);
  const told = new Set(
    findNames(lexicon, skeletonOf(identities.exempt ?? ""))
      .filter(({ kind }) => kind === "bare")
      .map(({ key }) => key),
  );
  const names = { lexicon, told };
  remembered.set(identities, names);
  return names;
}

const remembered = new WeakMap<Identities, KnownNames>();

function lexiconOf({ models, names = [] }: Identities): Lexicon {
  const lexicon = emptyLexicon();
  const add = (all: readonly string[], options: NameOptions): void => {
    for (const name of all) addName(lexicon, name, options);
  };
  const ids = [...models, ...names].map(plainId).filter((id) => id !== "");
  for (const vendor of VENDORS) {
    const configured = ids.some((id) => wordsOf(id).some((word) => belongs(vendor, word)));
    const plain = configured ? "bare" : "plain";
    add([...(vendor.names ?? []), ...(vendor.makers ?? [])], { kind: plain, tail: true, proper: true });
    for (const name of vendor.ambiguous ?? []) {
      const number = PLAIN_WITH_NUMBER.has(name);
      // Of a configured family a number alone makes a name plain, where a number makes it plain at all.
      addName(lexicon, name, {
        kind: "ambiguous",
        tail: true,
        withVersion: configured && !number ? "bare" : "plain",
        ...(number && { withVersion: plain, withNumber: plain }),
      });
    }
    add(vendor.ambiguousMakers ?? [], { kind: "ambiguous", tail: true, maker: true });
  }
  for (const maker of MAKERS_BEFORE_MODELS) {
    for (const { ambiguous = [], names: own = [] } of VENDORS) {
      const models = [...ambiguous, ...own].filter((name) => /^[a-z0-9 ]+$/.test(name));
      add(
        models.flatMap((name) => [`${maker} ${name}`, `${maker} s ${name}`]),
        { kind: "plain", tail: true },
      );
    }
  }
  addConfigured(lexicon, models, ids);
  return lexicon;
}

/** An id or a display name as it is looked for; of one that is longer than any name its beginning. */
function plainId(id: string): string {
  return skeletonOf(id.slice(0, MAX_ID)).text.trim();
}

/** Characters of an id that a configuration may have, and that a host's list may not. */
const MAX_ID = 256;

/** The configured ids and display names with their parts: the distinctive ones are masked wherever they stand. */
function addConfigured(lexicon: Lexicon, models: readonly string[], ids: readonly string[]): void {
  const ofModels = models.flatMap((id) => partsOf(plainId(id)));
  const inIds = new Set([...models.map(plainId), ...ofModels]);
  for (const part of new Set([...ids, ...ofModels])) {
    // A display name of one word ("Auto") is masked everywhere only when an id holds it too.
    const distinctive = isDistinctive(part) && (inIds.has(part) || wordsOf(part).length > 1);
    addName(lexicon, part, {
      kind: distinctive ? "bare" : "ambiguous",
      inside: distinctive && isMixed(part),
      ...(!distinctive && { tail: true }),
    });
  }
}

/** The segments of an id, and its last two together: openrouter/openai/gpt-5 holds openai/gpt-5, gpt-5 and openai. */
function partsOf(id: string): string[] {
  const segments = id.split("/").filter((segment) => segment !== "");
  const model = (segments.at(-1) ?? "").replace(/:[a-z]+$/, "");
  return [...segments, segments.slice(-2).join("/"), model];
}

function wordsOf(text: string): string[] {
  return text.match(/\p{L}+|\p{N}+/gu) ?? [];
}

/** Whether a word of an id names a vendor's family; some words name other things too often. */
function belongs({ names = [], ambiguous = [], makers = [] }: Vendor, word: string): boolean {
  if (word === "command" || word === "titan") return false;
  return [...names, ...ambiguous, ...makers].some((name) => name.replace(/[ .]/g, "") === word);
}

const AMBIGUOUS: ReadonlySet<string> = new Set(
  VENDORS.flatMap(({ ambiguous = [], ambiguousMakers = [] }) => [...ambiguous, ...ambiguousMakers]),
);

/** Several words, or one that is neither ordinary, nor another product's, nor too short to mean anything. */
function isDistinctive(part: string): boolean {
  const words = wordsOf(part);
  if (words.join("").length < 4) return false;
  if (words.length > 1) return words.some((word) => !ORDINARY.has(word));
  return !ORDINARY.has(part) && !AMBIGUOUS.has(part) && words.length === 1;
}

/** Letters and digits enough that even inside another word it can be nothing else. */
function isMixed(part: string): boolean {
  const letters = wordsOf(part).join("");
  return letters.length >= 4 && /\p{N}/u.test(letters) && /\p{L}/u.test(letters);
}
