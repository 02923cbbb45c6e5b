import { type Static, type TObject, Type } from "@sinclair/typebox";
import { type Requirement, type RequirementLists, requirementsOf } from "./requirement.ts";

/** How a design stands to a requirement, the best first. */
export const COVERAGE_STATUSES = ["met", "partly", "missed", "not_addressed"] as const;
export type CoverageStatus = (typeof COVERAGE_STATUSES)[number];

const Status = Type.Union(COVERAGE_STATUSES.map((status) => Type.Literal(status)));

/** Requirements that one evaluation is asked about; a longer list would cost more than all else of the answer. */
export const MAX_CHECKED = 60;

/** The requirements of a task that its designs are held against one by one. */
export function checkedOf(
  task: RequirementLists & { numbered_requirements?: readonly Requirement[] | undefined },
): readonly Requirement[] {
  return requirementsOf(task).slice(0, MAX_CHECKED);
}

/** What one reviewer says of one requirement. */
export const CoverageEntry = Type.Object({
  requirement_id: Type.String({ minLength: 1 }),
  status: Status,
  /** The sentence of the design that shows it, as the reviewer quotes it; empty where it names none. */
  quote: Type.String(),
  /** Whether the quote really stands in the design; false for an empty one. */
  quote_found: Type.Boolean(),
});
export type CoverageEntry = Static<typeof CoverageEntry>;

/** What a reviewer is asked for: a key for each requirement. No keys and no field where nothing is checked. */
export function coverageFields(checked: readonly Requirement[]): Record<string, TObject> {
  if (checked.length === 0) return {};
  const entry = Type.Object(
    {
      quote: Type.String({
        description: "The sentence of the design that shows it, word for word; empty when there is none",
      }),
      status: Status,
    },
    { additionalProperties: false },
  );
  const properties = Object.fromEntries(checked.map(({ id }) => [id, entry]));
  return { coverage: Type.Object(properties, { additionalProperties: false }) };
}

/** An answer to `coverageFields`. */
export type CoverageAnswer = Readonly<Record<string, { quote: string; status: CoverageStatus }>>;

/** What the panel says of one requirement in one design. */
export type CoverageCell = {
  design_id: string;
  /** What most reviewers say, the worse of equals; null where nobody was asked. */
  status: CoverageStatus | null;
  /** How many reviewers say so, of how many. */
  agree: number;
  of: number;
  said: readonly { reviewer_id: string; entry: CoverageEntry }[];
};

export type CoverageRow = { requirement: Requirement; cells: CoverageCell[] };
