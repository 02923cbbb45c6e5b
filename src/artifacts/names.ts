import { playedBy } from "./persona.ts";
import type { Designer, Panel } from "./task.ts";

/** What people call designs (a letter, a title) and reviewers (their model, or a person's name), by the ids that files and data give them. */
export type Names = {
  designs: ReadonlyMap<string, string>;
  titles: ReadonlyMap<string, string>;
  reviewers: ReadonlyMap<string, string>;
};

/** A letter for each design of the plan, a title for each that is there, each reviewer's model, and people's names. */
export function namesOf(
  { designers, reviewers }: Panel,
  designs: readonly { design_id: string; title: string }[],
  people: readonly { reviewer_id: string; name: string }[] = [],
): Names {
  return {
    titles: new Map(designs.map(({ design_id, title }) => [design_id, title])),
    designs: new Map(designers.map((each, position) => [each.design_id, calledOf(each, position)])),
    reviewers: new Map([
      ...people.map(({ reviewer_id, name }) => [reviewer_id, name] as const),
      ...reviewers.map(({ reviewer_id, model, persona }) => [reviewer_id, playedBy(model, persona)] as const),
    ]),
  };
}

/** What people call a design: its name in a round, else the letter of its position. */
export const calledOf = ({ lineage }: Pick<Designer, "lineage">, position: number): string =>
  lineage?.name ?? letterOf(position);

/** The same of a design of the plan by its id; the id itself of one that is not in it. */
export function calledIn({ designers }: Pick<Panel, "designers">, design_id: string): string {
  const at = designers.findIndex((each) => each.design_id === design_id);
  const row = designers[at];
  return row === undefined ? design_id : calledOf(row, at);
}

/** What people call the design at a position of the plan: A to Z, then AA, AB and on. */
export function letterOf(position: number): string {
  const last = String.fromCharCode(65 + (position % 26));
  return position < 26 ? last : letterOf(Math.floor(position / 26) - 1) + last;
}
