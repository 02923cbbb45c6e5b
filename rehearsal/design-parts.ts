/** Building blocks of the scripted designs. `when` says for which tasks a part is meant; without it, for any. */
export type Part<T> = T & { when?: RegExp };

export type ComponentPart = Part<{
  name: string;
  description: string;
  responsibilities: string[];
  interfaces: string[];
}>;

/** In order of importance within those that suit a task. */
export const COMPONENTS: readonly ComponentPart[] = [
  {
    name: "Public API",
    description: "A stateless HTTP service in front of everything else.",
    responsibilities: [
      "Authenticate callers and check every request against its schema",
      "Accept writes under an idempotency key",
      "Answer 429 with a retry time when a caller is over its quota",
    ],
    interfaces: ["HTTPS with JSON, versioned under /v1", "OpenAPI document published with every release"],
  },
  {
    name: "Domain core",
    description: "A library without I/O that holds the rules and the state machine.",
    responsibilities: [
      "Decide which state follows from which event",
      "Refuse what breaks an invariant, with a reason that a person can act on",
    ],
    interfaces: ["decide(state, command) returns events or a refusal", "evolve(state, event) returns the next state"],
  },
  {
    name: "Primary store",
    description: "PostgreSQL with one writer and two replicas, partitioned by tenant and month.",
    responsibilities: [
      "Keep the state and its history in one transaction",
      "Hold the outbox from which events leave",
      "Serve reads that may be two seconds old from replicas",
    ],
    interfaces: ["SQL through a repository layer", "Logical replication for the event relay"],
  },
  {
    name: "Event relay",
    description: "Moves committed outbox rows to the workers, at least once and in order for each key.",
    responsibilities: [
      "Read the outbox in commit order",
      "Publish with the row id as deduplication key",
      "Measure and report its lag",
    ],
    interfaces: ["Reads the outbox table", "Publishes to one topic for each kind of event, 32 partitions each"],
  },
  {
    name: "Worker pool",
    description: "Processes that take work under a lease and scale with the backlog.",
    responsibilities: [
      "Renew a lease every 10 s and give it back when it shuts down",
      "Retry with exponential backoff and jitter, six times",
      "Move what keeps failing to a dead-letter queue with its last error",
    ],
    interfaces: ["claim(batch, lease)", "complete(id) and fail(id, reason)"],
  },
  {
    when: /notif|e-?mail|sms|push|alert|reminder/i,
    name: "Channel gateway",
    description: "One adapter for each channel behind a common interface.",
    responsibilities: [
      "Render a message from its template and the recipient's language",
      "Keep to each provider's rate and quiet hours",
      "Fail over to a second provider when the first one's error rate passes 5 %",
    ],
    interfaces: ["deliver(message, channel) returns a receipt", "Webhook for delivery reports"],
  },
  {
    when: /queue|job|task|workflow|schedul|cron|pipeline/i,
    name: "Scheduler",
    description: "Wakes what is due, elected as one leader among three.",
    responsibilities: [
      "Find due items by an index on the due time",
      "Hand them out in slices so that one tenant cannot starve the others",
      "Take over within 15 s when the leader is lost",
    ],
    interfaces: ["schedule(item, due_at)", "Lease row in the primary store"],
  },
  {
    when: /pay|billing|invoice|checkout|order|shop|commerce|booking/i,
    name: "Payment adapter",
    description: "The only part that knows the payment provider.",
    responsibilities: [
      "Authorise and capture under one idempotency key",
      "Reconcile the provider's daily report against the ledger",
      "Keep card data out of every other part",
    ],
    interfaces: ["authorise(order), capture(order), refund(order)", "Signed webhooks, verified and deduplicated"],
  },
  {
    when: /search|find|catalog|recommend|discover/i,
    name: "Search index",
    description: "A read model that can be thrown away and built again from events.",
    responsibilities: [
      "Follow the event stream with a lag under five seconds",
      "Rebuild beside the live index and swap by alias",
    ],
    interfaces: ["search(query, filters, cursor)", "Consumer of the event topics"],
  },
  {
    when: /chat|real-?time|live|collab|stream|presence|game|socket/i,
    name: "Connection hub",
    description: "Holds the clients' WebSockets and knows who listens to what.",
    responsibilities: [
      "Fan events out to the subscribers of a room",
      "Let a client catch up from its last sequence number",
      "Shed load by closing idle connections first",
    ],
    interfaces: ["WebSocket with resume(sequence)", "Subscribes to the event topics"],
  },
  {
    when: /file|upload|image|video|media|photo|document|backup/i,
    name: "Object store gateway",
    description: "Signed uploads and downloads, so that bytes never pass through the API.",
    responsibilities: [
      "Issue signed URLs for ten minutes",
      "Scan and classify what was uploaded before it becomes visible",
      "Expire what nothing refers to",
    ],
    interfaces: ["createUpload(size, type) returns a signed URL", "Events object.created and object.rejected"],
  },
  {
    when: /analytic|report|dashboard|metric|telemetry|iot|sensor|log/i,
    name: "Aggregation pipeline",
    description: "Rolls raw events up into windows that the dashboards read.",
    responsibilities: [
      "Aggregate by minute, hour and day with late data allowed for an hour",
      "Keep raw events for 30 days and roll-ups for two years",
    ],
    interfaces: ["Consumer of the event topics", "query(metric, window, dimensions)"],
  },
  {
    name: "Observability",
    description: "Traces, metrics and structured logs with one correlation id from the edge to the last worker.",
    responsibilities: [
      "Alert on the error budget and not on single errors",
      "Show lag, retries and dead letters for each tenant",
    ],
    interfaces: ["OpenTelemetry collector", "Dashboards and alerts kept in the repository"],
  },
  {
    name: "Operator console",
    description: "What the people on call use instead of SQL.",
    responsibilities: ["Show why an item is where it is", "Replay or discard dead letters, with an audit record"],
    interfaces: ["Admin API behind single sign-on"],
  },
];

/** What passes between components, where a design has both. */
export const CONNECTIONS: readonly { from: string; to: string; what: string }[] = [
  { from: "Public API", to: "Domain core", what: "commands, checked against their schema" },
  { from: "Domain core", to: "Primary store", what: "state and its event in one transaction" },
  { from: "Primary store", to: "Event relay", what: "outbox rows in commit order" },
  { from: "Event relay", to: "Worker pool", what: "events, at least once" },
  { from: "Scheduler", to: "Primary store", what: "wakes what is due" },
  { from: "Worker pool", to: "Channel gateway", what: "messages to deliver" },
  { from: "Worker pool", to: "Payment adapter", what: "authorise and capture, under one key" },
  { from: "Event relay", to: "Search index", what: "the event stream" },
  { from: "Event relay", to: "Connection hub", what: "events for subscribers" },
  { from: "Public API", to: "Object store gateway", what: "requests for signed URLs" },
  { from: "Event relay", to: "Aggregation pipeline", what: "raw events" },
  { from: "Worker pool", to: "Observability", what: "traces and metrics" },
  { from: "Operator console", to: "Public API", what: "replays, with an audit record" },
];

export type Approach = { name: string; overview: string; scaling: string; flow: string };

export const APPROACHES: readonly [Approach, ...Approach[]] = [
  {
    name: "an outbox-driven core",
    overview:
      "The write path is one transaction: state and outgoing event are committed together, and everything else follows from the event. Nothing is sent before it is stored, so that a crash loses no accepted request and repeats at most what its receivers can recognise.",
    scaling:
      "The API and the workers scale horizontally without coordination; the store is partitioned by tenant, and backpressure from the relay's lag slows the intake before the store suffers.",
    flow: "A request is checked by the API, decided by the core and committed with its event. The relay publishes the event, a worker claims it under a lease, does the work and records the outcome. A worker that dies loses its lease after 30 s and another takes over; the receiver's deduplication key makes the second attempt harmless.",
  },
  {
    name: "a modular monolith",
    overview:
      "One deployable with hard module boundaries, checked in the build. Modules talk through published interfaces and in-process events that are stored before they are handled, so that a module can be moved out later without changing its callers.",
    scaling:
      "Replicas of the whole process run behind a load balancer; the two hottest tables are partitioned, reads go to replicas, and the job runner shards its work by key.",
    flow: "A request enters through the API module, which calls the core. The core stores the new state together with its event; the in-process dispatcher hands the event to the interested modules, each in its own transaction and with its own retry. On a restart the dispatcher goes on after the last event that every module has confirmed.",
  },
  {
    name: "an append-only log",
    overview:
      "The ordered log is the truth and every other store is a view of it. Commands are validated against the latest snapshot and appended with the version they expect, so that two writers cannot both win.",
    scaling:
      "The log is sharded by key over 32 partitions; views are rebuilt in parallel, and a slow view holds up nobody but its own readers.",
    flow: "A command is validated and appended with its expected version; a conflict is retried once with fresh state. Projections consume the log in order, store their position in the transaction of their view, and therefore neither skip nor repeat an event after a crash.",
  },
];

export type Decision = { choice: string; rationale: string; alternatives: readonly string[] };

/** A subject and what a design of each approach decides on it, in the order of APPROACHES. */
export type TradeoffPart = { aspect: string; decisions: readonly [Decision, Decision, Decision] };

const SHARED_TABLES: Decision = {
  choice: "Shared tables with row-level security and quotas",
  rationale: "Thousands of small tenants make a database for each too dear, and quotas keep a noisy one in its lane.",
  alternatives: [
    "A schema for each tenant: migrations take hours",
    "A cluster for each tenant: kept for the few that pay for it",
  ],
};

export const TRADEOFFS: readonly TradeoffPart[] = [
  {
    aspect: "Delivery guarantee",
    decisions: [
      {
        choice: "At least once, with idempotent receivers",
        rationale:
          "Exactly once across process borders needs a coordinator that would be the least available part of the system.",
        alternatives: [
          "At most once: simpler, but an accepted request could vanish",
          "Distributed transactions: rejected for their availability and their operation",
        ],
      },
      {
        choice: "Exactly once inside one transaction, at most once beyond it",
        rationale: "Within one database a transaction is enough, and a lost call outwards is found by a nightly check.",
        alternatives: [
          "At least once: every receiver would need a memory of what it has seen",
          "Distributed transactions: no provider takes part in them",
        ],
      },
      {
        choice: "At least once in the order of each key",
        rationale: "The position in the log tells a consumer what it has already handled.",
        alternatives: [
          "Order over all keys: one slow key would hold up the rest",
          "At most once: a crash between reading and working would lose an event",
        ],
      },
    ],
  },
  {
    aspect: "Storage engine",
    decisions: [
      {
        choice: "PostgreSQL for state, queue and outbox",
        rationale: "One thing to back up and to restore; the expected load is a tenth of what one writer sustains.",
        alternatives: [
          "A dedicated broker from the start: more throughput than is needed, and two stores to keep consistent",
          "A wide-column store: no transactions across the rows that must change together",
        ],
      },
      {
        choice: "One relational database with a schema for each module",
        rationale: "Modules cannot read each other's tables, and a report still joins them.",
        alternatives: [
          "A database for each module: no join, and five backups",
          "One schema for all: the borders would be gone within a year",
        ],
      },
      {
        choice: "A partitioned log, with views that are rebuilt from it",
        rationale: "What happened is kept for ever, and a wrong view is thrown away and made again.",
        alternatives: [
          "Tables with a history beside them: two truths that drift apart",
          "A dedicated event store: one more thing that nobody here has run",
        ],
      },
    ],
  },
  {
    aspect: "Consistency of reads",
    decisions: [
      {
        choice: "Own writes at once, everything else within two seconds",
        rationale: "People notice when their own change is missing and hardly ever when somebody else's is late.",
        alternatives: [
          "Strong reads everywhere: the writer would carry every read",
          "Eventual everywhere: support would answer for it daily",
        ],
      },
      {
        choice: "Strong everywhere, from the single writer",
        rationale: "One process reads what it wrote, and nobody has to think about staleness.",
        alternatives: [
          "Replicas: every screen would need a word about how old it is",
          "A cache before the store: one more place where old data lives",
        ],
      },
      {
        choice: "Eventual, with the position that each view has reached",
        rationale: "A caller that needs its own write waits for that position; all others read without waiting.",
        alternatives: [
          "Reads from the log: too slow for a list of thousands",
          "Writing views with the event: a slow view would hold up every write",
        ],
      },
    ],
  },
  { aspect: "Isolation of tenants", decisions: [SHARED_TABLES, SHARED_TABLES, SHARED_TABLES] },
  {
    aspect: "Deployment unit",
    decisions: [
      {
        choice: "Two processes: API and workers",
        rationale: "They scale and fail differently; more units would add network calls without adding independence.",
        alternatives: [
          "One process: a burst of work would slow the API",
          "A service for each component: nine pipelines for one team",
        ],
      },
      {
        choice: "One deployable with module borders that the build checks",
        rationale: "A small team ships one thing, and a module can leave once it has a reason to.",
        alternatives: [
          "Two processes: a second pipeline before there is a second team",
          "A service for each module: calls over the network where a function would do",
        ],
      },
      {
        choice: "A writer for the log and one consumer process for each view",
        rationale: "A view that fails or is rebuilt touches no other and never the intake.",
        alternatives: [
          "One process for all views: the slowest would set the pace",
          "Functions on demand: they cannot keep a position between calls",
        ],
      },
    ],
  },
];

export type RiskPart = { description: string; severity: "low" | "medium" | "high"; mitigation: string };

export const RISKS: readonly RiskPart[] = [
  {
    description: "A downstream provider is slow and the backlog grows faster than it drains",
    severity: "high",
    mitigation:
      "Circuit breaker for each provider, a cap on the work in flight, and intake answers 429 once the oldest item is ten minutes old",
  },
  {
    description: "The primary store is lost together with its zone",
    severity: "high",
    mitigation:
      "Synchronous replica in a second zone, failover rehearsed each quarter, restore from backup timed at under 30 minutes",
  },
  {
    description: "A poison message is retried for ever",
    severity: "medium",
    mitigation: "Six attempts, then the dead-letter queue with an alert and a replay that an operator starts",
  },
  {
    description: "One tenant's burst starves the others",
    severity: "medium",
    mitigation: "Weighted fair queueing by tenant and a quota that is enforced at the API",
  },
  {
    description: "A schema change breaks consumers that were not deployed yet",
    severity: "medium",
    mitigation: "Only additive changes, a contract test for each consumer, and two releases before a field goes",
  },
];

export const ASSUMPTIONS: readonly string[] = [
  "At most 2,000 requests a second at peak and 200 on average in the first year",
  "A managed PostgreSQL and a container platform in two zones are available",
  "A team of five builds and runs it, with one person on call",
  "Callers can be asked to send an idempotency key",
  "Data may stay in one region",
];

export const QUESTIONS: readonly string[] = [
  "How long must the history be kept, and who may ask for its deletion?",
  "Which of the external providers offer idempotency keys of their own?",
  "What delay is acceptable at the 99th percentile under twice the expected peak?",
  "Who decides about replaying dead letters that concern money?",
];
