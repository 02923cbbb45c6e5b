import { type Static, Type } from "@sinclair/typebox";

/** A test that fails, as its report names it; `file` where the report tells it. A suite that cannot be loaded is one. */
export type TestFailure = { name: string; file: string | null };

/** What one file of test results says. `passed`: null where its format does not tell. */
export type TestReport = { format: TestFormat; failing: readonly TestFailure[]; passed: number | null };
export type TestFormat = "junit" | "trx" | "tap" | "vitest" | "jest" | "go" | "cargo" | "exit";

/** How the record is named at its end that a proposed command leaves when its run ends with an error. */
export const EXIT_RECORD = ".exit.json";

/** Why results could not be read. `slow`: not within the time; `broken`: the process that reads them failed. */
export const RESULTS_UNREAD = ["format", "too_large", "no_file", "unreadable", "slow", "broken"] as const;
type ResultsUnread = (typeof RESULTS_UNREAD)[number];

/**
 * Where the tests of the project stand, by what their runs wrote. `stale`: nothing was written, the run was
 * stopped, it is older than it may be, a test was let through since that has not run, or no test ran. `unknown`: what is there is no report that the lab
 * can read; `output`: the end of it where it is plain text, which a model is shown.
 */
export type TestState =
  | { state: "stale"; why: "none" | "old" | "test_added"; age: number | null }
  | { state: "stale"; why: "no_tests"; age: number }
  | { state: "stale"; why: "not_from_tests"; age: null; file: string; by: string; is: WrittenFile }
  | { state: "red" | "blocked"; failing: readonly TestFailure[]; age: number }
  | { state: "green"; passed: number | null; age: number }
  | { state: "unknown"; why: ResultsUnread; file: string; age: number | null; output?: string };
/** A file that test runs or the guard write, and that something else wrote. */
export type WrittenFile = "report" | "log";
export const TEST_STATES = ["stale", "red", "green", "blocked", "unknown"] as const satisfies TestState["state"][];

/**
 * What a call of a tool makes of one file. `path` is relative to the project with "/", absolute where it lies outside.
 * The texts are null where there is no file before, or none after it; `part`: they are not the whole file, but what the
 * call names of it. `names`: other paths of the same file, as links lead to it; absent when there are none.
 */
export type FileEdit = {
  path: string;
  before: string | null;
  after: string | null;
  part: boolean;
  names?: readonly string[];
};

/** A task of the plan as edits are held to it: how one knows that it is done, and the files that it is likely to touch. */
export type HeldTask = { id: string; name: string; text: string; files: readonly string[] };

/** What a person agreed to, for this project on this machine. */
export const GuardTerms = Type.Object(
  {
    /** Files, or folders of reports, that test runs write; relative to the project, or absolute. */
    test_output: Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 50 }),
    /** Globs relative to the project; one that begins with "!" takes away. */
    patterns: Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 200 }),
    /** provider/model. */
    model: Type.String({ minLength: 1 }),
    /** Seconds that a result counts. */
    max_age: Type.Integer({ minimum: 1 }),
    /** Dollars that the verifier may take until the person turns it on anew; null: no bound. */
    max_cost: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
  },
  { additionalProperties: false },
);
export type GuardTerms = Static<typeof GuardTerms>;

const literals = <const T extends string>(all: readonly T[]) => Type.Union(all.map((each) => Type.Literal(each)));

/** Who decided on an edit; nobody where a verifier that could not be asked let it through. */
export const GUARD_DECIDERS = ["code", "model", "person", "nobody"] as const;
export const EDIT_TYPES = ["test", "implementation", "refactoring", "other"] as const;

/** One edit that the gate stood before, as a line of guard.jsonl. */
export const GuardLine = Type.Object(
  {
    version: Type.Literal(1),
    event: Type.Literal("edit"),
    at: Type.String(),
    session_id: Type.String(),
    call_id: Type.String(),
    /** The host's tool, or the program that a shell ran. */
    tool: Type.String(),
    files: Type.Array(Type.String()),
    /** Of the paths and what stands in them after it: the same edit has the same. */
    edit_sha256: Type.String(),
    state: literals(TEST_STATES),
    failing: Type.Integer({ minimum: 0 }),
    /** `noticed`: a shell had done it before it could be judged. */
    decision: literals(["allowed", "refused", "noticed"]),
    by: literals(GUARD_DECIDERS),
    edit_type: Type.Union([literals(EDIT_TYPES), Type.Null()]),
    /** A sentence. */
    reason: Type.String(),
    model: Type.Union([Type.String(), Type.Null()]),
    seconds: Type.Number({ minimum: 0 }),
    /** Dollars; null where the price is unknown, 0 where nobody was asked. */
    cost: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
    /** The task that it was held to. */
    task: Type.Union([Type.String(), Type.Null()]),
    /** Of all that a model was asked of it: the same question is not asked again. */
    question_sha256: Type.Optional(Type.String()),
    /** The guard's signature on this machine: no decision is taken from a line without it. */
    mac: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type GuardLine = Static<typeof GuardLine>;

/** That a person turned it on or off, or allowed what was refused, as a line of guard.jsonl. */
export const GuardSwitched = Type.Object(
  {
    version: Type.Literal(1),
    event: literals(["on", "off", "edit_allowed", "allowed_until_green"]),
    at: Type.String(),
    /** By which door the person's word came. */
    door: Type.String(),
    terms: Type.Optional(GuardTerms),
    edit_sha256: Type.Optional(Type.String()),
    task: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type GuardSwitched = Static<typeof GuardSwitched>;
