import type { MaterialDesign } from "./judgement.ts";
import { markdown } from "./markdown.ts";

/** About 1,900 words, discursive: one idea thought through, and what lies beside it forgotten. */
export const CELLS: MaterialDesign = {
  title:
    "One cell for each sailing: single-threaded actors that own their places, with a journal in PostgreSQL beneath",
  summary:
    "Each sailing is a cell, a small single-threaded actor that alone decides about its places and appends every decision to a journal in PostgreSQL before it answers. Races cannot happen, holds end on a timer wheel to the second, searches are answered from digests in memory in a fraction of the time asked for, and a harbour desk sells from a standing lease while its line is down. The price is a kind of system that the team has not built before.",
  assumptions: [
    "Requests for one sailing rarely pass 400 a second; a cell decides some 9,000 a second, so that one thread is enough by a factor of twenty.",
    "No booking spans more than two sailings that must be had together (there and back).",
    "The payment provider offers a framed page, tokens, and a list of charges that is at most one minute old.",
    "Tickets may be checked by signature; a stolen ticket is a matter for the ship's crew.",
  ],
  architecture_overview: markdown("cells-architecture"),
  components: [
    {
      name: "Gateway",
      description: "Four processes that speak HTTPS with browsers, apps and desks.",
      responsibilities: [
        "Answer searches from digests in memory",
        "Find the cell of a sailing and pass the wish on",
        "Slow down a caller that sends more than 20 wishes a second",
      ],
      interfaces: ["GET /search", "POST /wishes", "WebSocket for a page that shows free places as they change"],
    },
    {
      name: "Sailing cell",
      description: "The single-threaded owner of one sailing's places.",
      responsibilities: [
        "Decide about every wish, one after the other",
        "End holds on its timer wheel",
        "Append to the Journal before it answers",
      ],
      interfaces: ["hold(wish)", "pin(hold)", "confirm(hold)", "release(hold)", "lease(desk, share)"],
    },
    {
      name: "Cell directory",
      description: "Knows on which of six hosts a cell lives.",
      responsibilities: ["Map sailings to hosts by rendezvous hashing", "Notice a host that is silent for 3 seconds"],
      interfaces: ["where(sailing)", "A heartbeat row for each host in PostgreSQL"],
    },
    {
      name: "Journal",
      description: "An append-only table, partitioned by month, with a snapshot of each cell every 2,000 events.",
      responsibilities: [
        "Keep who did what and when, with the value before and after",
        "Refuse a cell that is no longer the owner",
      ],
      interfaces: ["append(sailing, from, events)", "read(sailing, since)"],
    },
    {
      name: "Payment saga",
      description: "A process that takes one hold to one charge to one booking.",
      responsibilities: [
        "Charge once under a key of hold and attempt",
        "Take a charge back when its hold is gone",
        "Compare the provider's list with the Journal each minute",
      ],
      interfaces: ["start(hold)", "state(hold)", "The provider's webhook"],
    },
    {
      name: "Desk agent",
      description: "Runs on the computer of each harbour desk.",
      responsibilities: [
        "Renew its standing leases every five minutes",
        "Sell and check in alone for up to 4 hours",
        "Hand over what it sold, in order",
      ],
      interfaces: ["A local page for the clerk", "sync(sales, since) with its cells"],
    },
    {
      name: "Audit reader",
      description: "Reads the Journal and its archive for clerks and auditors.",
      responsibilities: ["Show the life of a booking on one page", "Read archived months back within an hour"],
      interfaces: ["GET /bookings/{code}/history"],
    },
    {
      name: "Back office",
      description: "The clerks' page: find a booking, change it, refund it.",
      responsibilities: ["Find bookings by code, name or number plate", "Start changes and refunds"],
      interfaces: ["HTTPS with the line's own sign-on"],
    },
  ],
  connections: [
    { from: "Gateway", to: "Cell directory", what: "asks where a cell lives" },
    { from: "Gateway", to: "Sailing cell", what: "sends wishes" },
    { from: "Sailing cell", to: "Journal", what: "appends each decision before it answers" },
    { from: "Sailing cell", to: "Gateway", what: "publishes digests of what is free" },
    { from: "Payment saga", to: "Sailing cell", what: "pins, confirms and releases holds" },
    { from: "Payment saga", to: "Journal", what: "compares charges with bookings" },
    { from: "Desk agent", to: "Sailing cell", what: "renews leases, hands over sales" },
    { from: "Audit reader", to: "Journal", what: "reads the history of a booking" },
    { from: "Back office", to: "Sailing cell", what: "changes bookings" },
    { from: "Back office", to: "Payment saga", what: "starts refunds" },
  ],
  data_flow: markdown("cells-flow"),
  tradeoffs: [
    {
      aspect: "Who decides about a place",
      choice: "A process with one thread for each sailing, rather than the database",
      rationale:
        "Contention is on nine sailings, not on the whole. A queue in memory settles 400 wishes a second without a single lock, and the order in which people came is the order in which they are served.",
      alternatives: [
        "Row locks in PostgreSQL: simple, but our test with 300 buyers for one lane had a median of 1.4 s",
        "A lock service: a second thing to run, and a clock to trust",
      ],
    },
    {
      aspect: "How free places are searched",
      choice: "Digests pushed to every gateway",
      rationale: "Searches are forty times as many as holds and may be a tenth of a second old.",
      alternatives: [
        "Read replicas: a lag of one to three seconds under load, and $1,500 a month more",
        "Asking the cells: exact, but a search would wake twenty of them",
      ],
    },
    {
      aspect: "What a desk may do alone",
      choice: "A standing lease on a small share of each sailing",
      rationale: "Leased places are out of everyone else's reach, so that 4 hours alone can never sell one twice.",
      alternatives: [
        "A fixed allotment for the season: simpler, and it leaves 5 % of the lanes empty in our estimate",
        "Overbooking with compensation: what the line wants to end",
      ],
    },
    {
      aspect: "Language and runtime",
      choice: "A runtime made for actors, with supervision trees",
      rationale: "Cells that crash and come back are its daily business, and a cell is 300 lines.",
      alternatives: [
        "The team's present language with one worker for each host: no new language, more code of our own",
      ],
    },
  ],
  risks: [
    {
      description:
        "Five engineers learn actors, journals and snapshots at the same time as they build, and the first summer sale is their examination",
      severity: "high",
      mitigation:
        "A pilot on the two smallest routes from month five; load tests with recorded traffic of the last sale before each release",
    },
    {
      description: "A mistake in how a cell replays its journal gives a wrong picture of what is free, quietly",
      severity: "high",
      mitigation: "Each night every cell is rebuilt from nothing and compared bit by bit with its snapshot",
    },
    {
      description: "A booking there and back needs two cells, and one of them says no after the other said yes",
      severity: "medium",
      mitigation: "Both are held first and pinned together; a hold that stays alone is released at once",
    },
    {
      description: "Leases of 38 desks take up to 3 % of each sailing that might have been sold on the web",
      severity: "low",
      mitigation: "A lease shrinks on the last day to what the desk sold in the same week of the year before",
    },
    {
      description: "Everybody wants the same sailing, and its cell's queue grows faster than it is worked off",
      severity: "medium",
      mitigation: "Wishes above 2,000 in the queue are turned away with a number and a time to come back",
    },
  ],
  open_questions: [
    "Which of the five engineers will learn the runtime first, and who stands in?",
    "Is a refund of the whole price what the line wants? It would cost some $190,000 a year more than today.",
    "How many desks have a line that is down more than once a week?",
  ],
  additional_notes:
    "A prototype of the cell was measured on a laptop with four cores: 9,100 decisions a second with the journal on a local disk, 0.2 ms for a search, 28 ms to rebuild a cell. The figures are of one machine and of recorded wishes, not of people. We would build the cell and its journal first, then the gateway, then payments; desks come last because they can go on with the old system for a season.",
};
