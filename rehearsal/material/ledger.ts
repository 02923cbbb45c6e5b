import type { MaterialDesign } from "./judgement.ts";
import { markdown } from "./markdown.ts";

/** About 1,200 words, sober: each rule has one place. */
export const LEDGER: MaterialDesign = {
  title: "One ledger of places in PostgreSQL, with a synchronous standby and allotments for the harbour desks",
  summary:
    "Places, holds, bookings and money are rows of one PostgreSQL cluster whose constraints make double sales impossible. Searches read a copy that is at most one second old, the provider's own page takes the cards, an outbox carries everything that may happen later, and a standby in a second data centre has every paid booking before the customer is told of it.",
  assumptions: [
    "The payment provider keeps idempotency keys for at least 24 hours and can be asked for the result of a key.",
    "The two data centres are at most 3 ms apart, so that a synchronous commit costs less than 10 ms.",
    "A search may show a place that was sold in the last second; the claim then fails and the next free place is offered.",
    "A desk sells at most 60 bookings in a busy hour.",
  ],
  architecture_overview: markdown("ledger-architecture"),
  components: [
    {
      name: "Booking service",
      description: "The only writer of bookings, six instances without state.",
      responsibilities: [
        "Claim places, all of a booking or none",
        "Turn a hold into a booking when it is paid",
        "Refuse what breaks a rule, with the rule's name",
      ],
      interfaces: ["POST /holds with sailing, places and fare", "POST /bookings/{id}/confirm, safe to repeat"],
    },
    {
      name: "Place ledger",
      description: "The PostgreSQL cluster: one primary, one synchronous standby, two replicas.",
      responsibilities: [
        "Hold every place of every sailing with at most one claim",
        "Write booking_history by trigger: who, when, old row, new row, kept for 7 years in yearly partitions",
      ],
      interfaces: ["SQL through Booking service, Payment service and Refund desk; nobody else has a login that writes"],
    },
    {
      name: "Search view",
      description: "Counts of free places by sailing and class, on the replicas.",
      responsibilities: ["Answer searches without touching the primary", "Say as of which second an answer is"],
      interfaces: ["GET /sailings?from=&to=&day=&vehicle="],
    },
    {
      name: "Payment service",
      description: "Talks to the payment provider and to nobody else outside.",
      responsibilities: [
        "Charge once for each booking, by its key",
        "Ask for the result of each charge without an answer, every 20 seconds for an hour",
      ],
      interfaces: ["charge(booking, token, amount)", "Webhook of the provider, compared with what was asked"],
    },
    {
      name: "Refund desk",
      description: "Works out refunds and waits for approval where one is needed.",
      responsibilities: [
        "Apply the fare rule that was valid on the day of the sale",
        "Hold any refund above $2,000 until a second person, not the one who asked, has approved it",
      ],
      interfaces: ["POST /refunds", "POST /refunds/{id}/approve"],
    },
    {
      name: "Outbox workers",
      description: "Four processes that take committed events in order and act on them.",
      responsibilities: [
        "Send tickets and messages by e-mail and SMS, 40 a second",
        "Tell all passengers of a cancelled sailing within 15 minutes, with the next two sailings held for them for 24 hours",
        "Refresh Search view",
      ],
      interfaces: ["Reads the outbox with FOR UPDATE SKIP LOCKED"],
    },
    {
      name: "Desk client",
      description: "A program at each harbour desk with an encrypted copy of the next day's sailings of its harbour.",
      responsibilities: [
        "Sell from the desk's own allotment when the line is down",
        "Check in from its copy and hand over what was done when the line is back",
      ],
      interfaces: ["Fetches its allotment every 10 minutes", "Hands over a signed list of sales"],
    },
  ],
  connections: [
    { from: "Booking service", to: "Place ledger", what: "claims and confirms places" },
    { from: "Booking service", to: "Payment service", what: "asks for the charge of a booking" },
    { from: "Payment service", to: "Place ledger", what: "writes payments and their state" },
    { from: "Refund desk", to: "Payment service", what: "asks for a refund by the charge's key" },
    { from: "Refund desk", to: "Place ledger", what: "reads the fare rule, writes refunds and approvals" },
    { from: "Outbox workers", to: "Place ledger", what: "take events from the outbox" },
    { from: "Outbox workers", to: "Search view", what: "refresh the counts of free places" },
    { from: "Desk client", to: "Booking service", what: "fetches allotments, hands over sales" },
  ],
  data_flow: markdown("ledger-flow"),
  tradeoffs: [
    {
      aspect: "Where a hold lives",
      choice: "In the row that will become the sale",
      rationale:
        "A hold and a sale can then never disagree, and an expired hold needs no clean-up before it can be taken over.",
      alternatives: [
        "A cache with a time to live: faster, but a second truth about places, and a second store to run",
        "A queue for each sailing: fair, but nobody sees a free place while they wait",
      ],
    },
    {
      aspect: "Synchronous or asynchronous standby",
      choice: "Synchronous for transactions that involve money, asynchronous for all else",
      rationale: "A paid booking must survive the loss of a data centre; a hold need not.",
      alternatives: ["All asynchronous: 6 ms faster, and it loses the last second of paid bookings"],
    },
    {
      aspect: "How a desk sells without a line",
      choice: "An allotment of 4 % of each sailing, at most two hours old",
      rationale: "What a desk may sell alone has to be taken from everybody else beforehand.",
      alternatives: ["Sell freely and settle conflicts later: that is how 1,340 car places were sold twice"],
    },
  ],
  risks: [
    {
      description: "A desk that is cut off for longer than two hours has to close, on the busiest days first",
      severity: "high",
      mitigation: "A second line over the mobile network at the twelve largest harbours, $38 a month each",
    },
    {
      description:
        "The primary is one server: a lock that is held too long on one sailing stops the sale of that sailing",
      severity: "medium",
      mitigation:
        "Statements end after 2 seconds; claims take places in ascending order, so that no two wait in a circle",
    },
    {
      description: "The provider forgets a key before an unclear charge is settled",
      severity: "low",
      mitigation: "Charges without a result after one hour go to a person, with the provider's own list beside them",
    },
    {
      description: "Both data centres lose sight of each other and payments wait for the standby",
      severity: "medium",
    },
  ],
  open_questions: [
    "Does the provider guarantee its idempotency keys in writing?",
    "Who approves refunds at night, when one clerk is on duty?",
    "May the allotment of a desk be larger than 4 % at harbours with a poor line?",
  ],
  additional_notes:
    "Build in this order: places and holds with a load test of 60 bookings a second (week 8), payments (week 14), refunds and cancellations (week 20), desks (week 28). Until then the old system sells the desks' allotment.",
};
