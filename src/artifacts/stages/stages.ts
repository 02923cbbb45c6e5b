import { brief } from "./brief.ts";
import { decision } from "./decision.ts";
import { designs } from "./designs.ts";
import { judgement } from "./judgement.ts";
import { plan } from "./plan.ts";
import { refine } from "./refine.ts";
import type { RoleFacts, StageRow, StageState } from "./row.ts";
import { work } from "./work.ts";

/** Every stage in the order in which an experiment passes it. All that is listed of stages is derived from these rows. */
export const STAGE_ROWS = { brief, designs, judgement, refine, decision, plan, work } as const satisfies Record<
  string,
  StageRow
>;

type Rows = typeof STAGE_ROWS;
export type StageName = keyof Rows;
export const STAGE_NAMES = Object.keys(STAGE_ROWS) as readonly StageName[];

/** The names that rows give under a field, all rows together. */
type Named<F extends Field> = { [S in StageName]: keyof Rows[S][F] }[StageName] & string;
/** What they give under each of them. */
type Given<F extends Field, K> = { [S in StageName]: K extends keyof Rows[S][F] ? Rows[S][F][K] : never }[StageName];
type Field = "roles" | "phases" | "runs";

const ROWS: readonly StageRow[] = Object.values(STAGE_ROWS);

/** Every role that the lab gives a model. */
export type Role = Named<"roles">;
export const ROLES = merged("roles") as Readonly<Record<Role, RoleFacts>>;
export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

/** What the host calls the agent of a role. */
export function hostAgentOf(role: Role): string {
  return `designlab-${role}`;
}

/** The part of an experiment in which something happened: what a session was asked for. */
export type PhaseName = Named<"phases">;
/** What a call does right now. */
export type Doing = Named<"runs">;
export const PHASE_FACTS = merged("phases") as { readonly [P in PhaseName]: Given<"phases", P> } satisfies Readonly<
  Record<PhaseName, { role: Role; work: string; while: Doing }>
>;
export const PHASES = Object.keys(PHASE_FACTS) as readonly PhaseName[];
export const DOINGS = merged("runs") as Readonly<Record<Doing, StageRow["runs"][string]>>;
export const DOING_NAMES = Object.keys(DOINGS) as readonly Doing[];

/** Every kind of file that an experiment keeps beside its ledger; designs stand before what is made of them. */
export type ArtifactKind = Rows[StageName]["makes"][number];
export const ARTIFACT_KINDS = ROWS.flatMap(({ makes }) => makes) as readonly ArtifactKind[];

/** Names that together stand in every experiment, one that began with questions among them, and hardly elsewhere. */
export const SIGNS = ROWS.flatMap(({ signs }) => signs);

/** Where each stage of an experiment is; one that is absent is known of by nobody yet. */
export type States = Readonly<Partial<Record<StageName, StageState>>>;

/** What list, account and page say of it by its rows, a sentence without its full stop for each stage that has one. */
export function stagesSaid(states: States): string[] {
  return STAGE_NAMES.flatMap((name) => {
    const state = states[name];
    return (state && (STAGE_ROWS[name] as StageRow).stands[state]) ?? [];
  });
}

function merged(field: Field): Readonly<Record<string, unknown>> {
  return Object.assign({}, ...ROWS.map((row) => row[field]));
}
