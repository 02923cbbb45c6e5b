/** A sentence of the document by which a reviewer's prompt is told to be about it. */
export const OF_RFC = "Deliveries are rows of one table of Postgres";

/** A sentence with an ordinary use of words that the document's head has too. */
export const ORDINARY = "An order is accepted once its row is written, and its status says so.";

const COMPONENTS = [
  ["Intake", "takes each delivery over HTTP and checks it against its schema"],
  ["Ledger", "keeps every delivery and every attempt in one table"],
  ["Dispatcher", "hands the oldest free delivery to a worker and holds a lease on it"],
  ["Worker", "carries one delivery to its receiver and writes how that ended"],
  ["Retry clock", "sets when a delivery that failed is due again"],
  ["Shelf", "keeps what failed for good until a person looks at it"],
  ["Console", "shows operators what waits, what failed and since when"],
] as const;

const CASES = [
  "a slow receiver",
  "a full disk",
  "a lost lease",
  "a clock that jumps",
  "a deploy at noon",
  "a copied row",
  "an empty answer",
] as const;

/** A design document of some twenty pages as a team writes them, with all that such a text says of itself. */
export function rfc(): string {
  return [
    "# RFC 12: A ledger of deliveries on Postgres",
    "RFC 12\nAuthor: Ann Smith\nStatus: Accepted\nDate: 2024-05-01",
    "## Summary",
    `${OF_RFC}, and workers take the oldest one that nobody holds. ${ORDINARY}`,
    "## Assumptions",
    "- Two million deliveries come in a day.\n- A receiver may be away for six hours.\n- One team of four runs the system.",
    "## Architecture",
    "Everything that has to be remembered stands in one database. Processes keep nothing that they could lose.",
    "All workers are alike, so that more of them are started where the backlog lasts.",
    "## Components",
    ...COMPONENTS.flatMap(([name, does], at) => [
      `### ${name}`,
      `The ${name.toLowerCase()} ${does}.`,
      `- Number ${at + 1} of the parts that a newcomer reads about.\n- Writes a line of its own for each step of the ${name.toLowerCase()}.`,
      ...CASES.flatMap((cause, nth) => [
        `#### Case ${at + 1}.${nth + 1}: ${cause}`,
        ...walkthrough(name, cause, at, nth),
      ]),
    ]),
    "## Data flow",
    "A delivery is written by the intake, leased by the dispatcher, carried by a worker and closed in the ledger.",
    "## Tradeoffs",
    "### Where deliveries are kept",
    "They are kept in Postgres.",
    "The team runs it already, and its transactions make a lease and its end one step.",
    "- A broker of messages was turned down, for nobody on the team has run one.\n- A file for each delivery was turned down, for leases need a lock.",
    "## Risks",
    "- The table grows without end; the risk is high. Closed rows are moved away each night.\n- A lease ends while its worker is still at work; the risk is medium.",
    "## Open questions",
    "- How long is a closed delivery kept?\n- Who looks at the shelf on Sundays?",
    "## Rollout",
    "Old deliveries stay where they are until they are closed. The new path takes one receiver at a time.",
    "This design is approved by the architecture board.",
  ].join("\n\n");
}

/** What happens in one case at one component, step by step, in sentences that differ from those of all others. */
function walkthrough(name: string, cause: string, at: number, nth: number): string[] {
  const part = name.toLowerCase();
  const minutes = 2 + at * 3 + nth;
  return [
    `When ${cause} meets the ${part}, the first sign is a counter that the console draws in its column ${at + 1}. After ${minutes} minutes without a change it calls whoever is on duty. Until then nothing is done by hand, for most such cases end by themselves.`,
    `The ${part} answers ${cause} by doing less: it takes ${10 + minutes} deliveries at a time in place of ${100 + minutes}. What it holds already it brings to its end. What it cannot bring to an end it gives back with the reason, so that another process sees what was tried.`,
    `No delivery is lost by ${cause} at the ${part}, since each step is written before it is taken. A step that was written and not taken is taken again ${minutes} seconds after the next start. Receivers see the same number twice then, and drop the second.`,
    `To try ${cause} out at the ${part}, the test bench of row ${at * 5 + nth + 1} stops one process of three. It waits ${minutes * 2} seconds and compares both counts. The bench runs each night on a copy of last week's load.`,
  ];
}
