import type { FileEdit, Harmless } from "../artifacts/guard.ts";
import { removesDeadCode } from "./dead-code.ts";
import { whatRuns, withoutTypes } from "./erased-types.ts";
import { addsOneTest, mayBeTest } from "./one-test.ts";
import { sameJson } from "./same-json.ts";
import { endingOf, findLanguage, type Language } from "./syntax/languages.ts";
import type { Numbers, Parsed } from "./syntax/piece.ts";

/**
 * What code is sure of that makes edits harmless whatever the tests say; null where it is not sure of one of them.
 * Several files are as harmless as the one that matters most; a test that came stands alone.
 */
export async function harmlessOf(edits: readonly FileEdit[]): Promise<Harmless | null> {
  const each = await Promise.all(edits.map(harmlessEdit));
  if (each.length === 0 || each.includes(null)) return null;
  if (each.includes("test_added")) return each.length === 1 ? "test_added" : null;
  return WEIGHTS.find((kind) => each.includes(kind)) ?? null;
}

const WEIGHTS = ["deletion", "annotations", "comments", "formatting"] as const satisfies readonly Harmless[];

/** UTF-16 units of a file past which its syntax is not looked at, so that no edit waits for it. */
const MOST = 500_000;

async function harmlessEdit({ path, before, after, part }: FileEdit): Promise<Harmless | null> {
  if (part || after === null || after.length + (before?.length ?? 0) > MOST) return null;
  if (before === after) return "formatting";
  const ending = endingOf(path);
  if (before !== null && /^jsonc?$/u.test(ending)) return sameJson(before, after);
  const language = await findLanguage(path);
  return language && told({ path, language, before, after });
}

type Text = { path: string; language: Language; before: string | null; after: string };

function told({ path, language, before, after }: Text): Harmless | null {
  const numbers: Numbers = new Map();
  const parsed = (): [old: Parsed, now: Parsed] => [
    language.parse(before ?? "", numbers),
    language.parse(after, numbers),
  ];
  const longer = after.length > (before?.length ?? 0);
  try {
    let texts: [old: Parsed, now: Parsed] | undefined;
    if (language.name === "js") {
      const ending = endingOf(path);
      const [was, runs] = [whatRuns(before ?? "", ending), whatRuns(after, ending)];
      if (was === null || runs === null) return null;
      if (before !== null && was === runs) return erased(parsed(), numbers);
    } else {
      texts = parsed();
      if (before !== null && sameShape(texts)) return saidOrLaidOut(texts);
    }
    if (longer ? !mayBeTest(path, language) : before === null) return null;
    texts ??= parsed();
    if (texts.some(({ sound }) => !sound)) return null;
    if (longer) return addsOneTest(language, ...texts) ? "test_added" : null;
    return removesDeadCode(path, language, ...texts) ? "deletion" : null;
  } catch (error) {
    // So deep that no call of a function reaches its ground.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const sameShape = ([old, now]: [Parsed, Parsed]): boolean => old.sound && now.sound && old.root.id === now.root.id;

/** What is left of two texts in JavaScript or TypeScript of which the same runs. */
function erased([old, now]: [Parsed, Parsed], numbers: Numbers): Harmless | null {
  if (sameShape([old, now])) return saidOrLaidOut([old, now]);
  const [bare, left] = [withoutTypes(old.root, numbers), withoutTypes(now.root, numbers)];
  return old.sound && now.sound && bare !== null && bare.id === left?.id ? "annotations" : null;
}

const saidOrLaidOut = ([old, now]: [Parsed, Parsed]): Harmless =>
  old.comments === now.comments ? "formatting" : "comments";
