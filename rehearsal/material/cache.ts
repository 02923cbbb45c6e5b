import type { MaterialDesign } from "./judgement.ts";
import { markdown } from "./markdown.ts";

/** About 500 words, terse: the least that could work. */
export const CACHE: MaterialDesign = {
  title: "A plain web application with holds in Redis",
  summary:
    "One application, one database, one cache. Holds are keys that expire by themselves, bookings are rows with a unique index, cards stay with the provider. It can be built in four months and runs for $5,900.",
  assumptions: [
    "The managed Redis of our cloud is available 99.9 % of the time",
    "Most desks have a line most of the time",
  ],
  architecture_overview: markdown("cache-architecture"),
  components: [
    {
      name: "Web application",
      description: "Everything that people see, in four instances.",
      responsibilities: ["Search, hold, book, refund", "Pages for clerks"],
      interfaces: ["HTTPS"],
    },
    {
      name: "Hold store",
      description: "Redis with one replica.",
      responsibilities: ["Keep holds for 12 minutes", "Keep counts for 5 seconds"],
    },
    {
      name: "Booking database",
      description: "PostgreSQL, one primary, one replica that follows asynchronously in the second data centre.",
      responsibilities: ["Keep bookings, charges, history"],
    },
    {
      name: "Notifier",
      description: "A job that sends mail and SMS.",
      responsibilities: [
        "Tickets",
        "Cancelled sailings: all passengers within 10 minutes, with links to the next two sailings and to a refund",
      ],
    },
    {
      name: "Desk tablet",
      description: "An app with a copy of the day's list.",
      responsibilities: ["Check in without a line", "Note sales by hand while offline and enter them afterwards"],
    },
  ],
  connections: [
    { from: "Web application", to: "Hold store", what: "sets and deletes holds" },
    { from: "Web application", to: "Booking database", what: "writes bookings, charges, history" },
    { from: "Notifier", to: "Booking database", what: "reads whom to tell" },
    { from: "Desk tablet", to: "Web application", what: "fetches the day's list, enters sales" },
  ],
  data_flow: markdown("cache-flow"),
  tradeoffs: [
    {
      aspect: "Holds",
      choice: "Redis",
      rationale: "Expiry is built in.",
      alternatives: ["Rows with an end time: needs a job"],
    },
  ],
  risks: [
    {
      description: "Redis is lost and with it every open hold",
      severity: "medium",
      mitigation: "Customers hold again",
    },
    { description: "The replica is some seconds behind when the first data centre is lost", severity: "high" },
  ],
  open_questions: ["May a second store be run at all?"],
};
