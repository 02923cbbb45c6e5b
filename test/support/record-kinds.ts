/** Five files, each of what `of` makes of its number. */
export const five = (of: (at: number) => string, name = (at: number) => `000${at}-a.md`) =>
  Object.fromEntries([1, 2, 3, 4, 5].map((at) => [name(at), of(at)]));
/** Headings, each with something below it. */
export const sections = (...all: string[]) =>
  all.map((each) => `${each}\n\n${each === "## Status" ? "Accepted" : "x"}\n`).join("\n");

export const MADR_4 = [
  ...["## Context and Problem Statement", "## Decision Drivers", "## Considered Options", "## Decision Outcome"],
  ...["### Consequences", "### Confirmation", "## Pros and Cons of the Options", "## More Information"],
];
const MADR_2 = [
  ...["## Context and Problem Statement", "## Decision Drivers", "## Considered Options", "## Decision Outcome"],
  ...["### Positive Consequences", "### Negative Consequences", "## Pros and Cons of the Options", "## Links"],
];
const LOG4BRAINS = [
  ...["## Context and Problem Statement", "## Decision Drivers", "## Considered Options", "## Decision Outcome"],
  ...["### Positive Consequences", "### Negative Consequences", "## Links"],
];
export const NYGARD = ["## Status", "## Context", "## Decision", "## Consequences"];
const OWN = ["## 1. Background", "## 2. What we decided", "## 3. Alternatives", "## 4. Risks"];
/** Five records of each shape that projects write, as files by their names, and the headings that one more then has. */
export const KINDS = {
  "MADR 4": {
    has: five((at) => `---\nstatus: accepted\ndate: 2026-01-0${at}\n---\n\n# Use ${at}\n\n${sections(...MADR_4)}`),
    want: MADR_4,
  },
  "MADR 2": {
    has: five(
      (at) => `# Use ${at}\n\n* Status: accepted\n* Deciders: Ada\n* Date: 2026-01-0${at}\n\n${sections(...MADR_2)}`,
    ),
    want: MADR_2,
  },
  Nygard: { has: five((at) => `# ${at}. Use ${at}\n\nDate: 2026-01-0${at}\n\n${sections(...NYGARD)}`), want: NYGARD },
  log4brains: {
    has: five(
      (at) => `# Use ${at}\n\n- Status: accepted\n- Date: 2026-01-0${at}\n- Tags: a\n\n${sections(...LOG4BRAINS)}`,
      (at) => `2026010${at}-a.md`,
    ),
    want: LOG4BRAINS,
  },
  "a shape of its own": {
    has: five(
      (at) =>
        `# ADR-00${at}: Use ${at}\n\n**Status:** Accepted, 2026-01-0${at}\n\n${sections(...OWN, "## 5. Stakeholders")}`,
    ),
    want: OWN,
  },
  none: { has: { "README.md": "# Decisions\n" }, want: MADR_4 },
};
