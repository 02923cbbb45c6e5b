import type { LearnedErrors } from "../artifacts/learned.ts";
import type { AvailableModel } from "../artifacts/model.ts";
import type { PanelNote } from "../artifacts/note.ts";
import { PRESETS, type PresetName } from "../artifacts/preset.ts";
import { alone, choosable, filledUp } from "./default-models.ts";
import { orderReviewers } from "./reviewer-order.ts";
import type { Config } from "./schema.ts";

export const KINDS = ["quantitative", "qualitative"] as const;

/** Models by what they do, in order: as a person lists them, or as they are chosen. */
export type Reviewers = { [K in (typeof KINDS)[number]]: readonly string[] };
export type Lists = Reviewers & { designers: readonly string[] };

/**
 * Who designs and who reviews for a preset: the listed models first, then others that the lab may choose by itself,
 * fewer where there are not enough. Whom a list names as a reviewer alone designs only where nobody else is left. The
 * designers review; the places beyond theirs go to models that design nothing.
 */
export function presetPanel(
  preset: PresetName,
  listed: Lists,
  available: readonly AvailableModel[],
  learned: LearnedErrors | null = null,
): Lists {
  const { designs, reviewers } = PRESETS[preset];
  const asReviewers = [...new Set([...listed.qualitative, ...listed.quantitative])];
  const reviewing = orderReviewers(asReviewers, reviewers, available, learned);
  const named = [...listed.designers, ...reviewing].length > 0;
  // Beside a model that somebody named no stranger is asked.
  const models = choosable(available).filter(({ hosts_own }) => !(named && hosts_own));
  const others = models.filter(({ id }) => !reviewing.includes(id));
  const first = filledUp(listed.designers.slice(0, designs), designs, others, available);
  const designers = alone(filledUp(first, designs, models, available));
  // Who is listed for words or for scores alone gives both: two panels would be more reviewers than the preset has.
  const known = [...new Set([...reviewing, ...designers, ...listed.designers])];
  const panel = filledUp(known.slice(0, reviewers), reviewers, models, available);
  return { designers, qualitative: panel, quantitative: panel };
}

/** Where a preset finds fewer models than it asks, and whom it asks that no list and no other note names. */
export function presetNotes(preset: PresetName, review: Config["review"], listed: Lists, panel: Lists): PanelNote[] {
  const wanted = PRESETS[preset];
  const { designers } = panel;
  const panels = KINDS.filter((kind) => review[kind].enabled).map((kind) => panel[kind]);
  const reviewers = panels[0]?.length ?? null;
  const asked = [...new Set([designers, ...panels].flat())];
  const named = listed.designers.length > 0 ? listed.designers : designers;
  const added = asked.filter((id) => ![named, listed.qualitative, listed.quantitative].flat().includes(id));
  const short = designers.length < wanted.designs || (reviewers !== null && reviewers < wanted.reviewers);
  return [
    ...(short
      ? [{ kind: "preset-short" as const, preset, models: asked.length, designs: designers.length, reviewers }]
      : []),
    ...(added.length > 0 ? [{ kind: "preset-added" as const, preset, models: added }] : []),
  ];
}
