import { type Design, DesignBody } from "../artifacts/design.ts";
import { designSha256 } from "../artifacts/hashes.ts";
import { pick } from "../artifacts/pick.ts";
import { maskValue, scan } from "../blind/blind.ts";
import { maskDocumentValue } from "../blind/documents.ts";
import { forgedMarkers } from "../blind/fence.ts";
import { type Identities, knownNames } from "../blind/identities.ts";
import { cleanValue } from "../text/clean.ts";

/** A design as reviewers get it: its body only, without invisible characters, its author's name and what it says of its own origin. */
export type BlindDesign = {
  design: Design;
  /** Hash of it as it was asked about. */
  sha256: string;
  text: string;
  /** What was replaced by [author]. */
  masked: string[];
  /** What in the text could be taken for an end of the data; the fence replaces it. */
  forged: string[];
  /** What masking left of the names, for the scan of the prompts that hold the text. */
  left: string[];
};

export function blindDesign(design: Design, identities: Identities): BlindDesign {
  const said = maskDocumentValue(cleanValue(pick(design, DesignBody.properties)).value, identities);
  const { value, masked } = maskValue(said.value, identities);
  const text = JSON.stringify(value, null, 1);
  return {
    design,
    sha256: designSha256(design),
    text,
    masked: [...new Set([...said.masked, ...masked])],
    forged: forgedMarkers(text),
    left: scan(text, identities),
  };
}

/** Makes the tables that names are looked up in: work of some 50 ms, better done while designers write. */
export function prepareIdentities(identities: Identities): void {
  knownNames(identities);
}

/**
 * The designers' names that are still in a whole prompt; its design, the same in all its prompts, was looked through.
 * What stands before the nonce is the same in all prompts of a reviewer and is looked through once.
 */
export function scanPrompt(
  prompt: string,
  { text, left }: BlindDesign,
  identities: Identities,
  nonce: string,
): string[] {
  const at = prompt.indexOf(text);
  const around = at < 0 ? prompt : `${prompt.slice(0, at)}\n${prompt.slice(at + text.length)}`;
  const shared = around.slice(0, Math.max(0, around.indexOf(nonce)));
  const rest = around.slice(shared.length);
  return [...new Set([...(at < 0 ? [] : left), ...scanOnce(shared, identities), ...scan(rest, identities)])];
}

const SCANNED = new WeakMap<Identities, Map<string, string[]>>();

function scanOnce(text: string, identities: Identities): string[] {
  const known = SCANNED.get(identities) ?? new Map<string, string[]>();
  SCANNED.set(identities, known);
  const found = known.get(text) ?? scan(text, identities);
  known.set(text, found);
  return found;
}
