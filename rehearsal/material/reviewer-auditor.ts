import type { Judgements } from "./judgement.ts";

/** Whoever adds up: careful, goes through the list, checks each sum. */
export const AUDITOR: Judgements = [
  {
    coverage: {
      R1: ["met", "PostgreSQL cluster whose constraints make double sales impossible"],
      R2: ["met", "A hold that has run out is taken over by the statement that makes the new one."],
      R3: ["met", "Charge once for each booking, by its key"],
      R4: ["met", "Apply the fare rule that was valid on the day of the sale"],
      R5: ["met", "with the next two sailings held for them for 24 hours"],
      R6: ["partly", "An allotment of 4 % of each sailing, at most two hours old"],
      R7: ["met", "who, when, old row, new row, kept for 7 years in yearly partitions"],
      C1: ["met", "PostgreSQL cluster: one primary, one synchronous standby, two replicas"],
      C2: ["met", "we get a token and never a number"],
      C3: ["met", "Together | $8,340"],
      N1: ["met", "95 of 100 answer in 120 ms"],
      N2: [
        "met",
        "A payment is confirmed to the customer only after the standby in the second data centre has the commit.",
      ],
    },
    strengths: [
      "The cost table adds up to $8,340 and leaves $1,060 a month below the limit of $9,400.",
      "The trace of changes is a trigger inside the transaction: a change without its trace cannot be committed.",
      "Refunds apply the rule that was valid on the day of the sale, which is what a passenger was promised.",
    ],
    weaknesses: [
      "Selling without a line is limited to two hours where four are required; the design says so itself, as a risk.",
      "The mobile lines of the mitigation, twelve times $38, are missing from the cost table. It is only $456, but it is missing.",
    ],
    missing_considerations: [
      "The messages of a cancelled sailing have a price: SMS to 400 bookings is not in the sum.",
      "Whether the key that the provider keeps for 24 hours is long enough for a charge that a person settles on Monday.",
    ],
    risk_assessment: "low",
    overall_impression:
      "Eleven of twelve requirements can be ticked with a sentence of the design next to each. The twelfth is halved, openly. The sums are right to the dollar, with one line forgotten.",
    suggested_improvements: [
      "Add the mobile lines and the SMS to the cost table.",
      "Raise the desk's allotment for the harbours with the worst lines until four hours are covered.",
    ],
    rationales: {
      clarity:
        "Each requirement can be found by its own heading or row; the flow names the part that acts in each of six steps.",
      feasibility:
        "The load of 60 bookings a second with 8 rows each is worked out and fits, and the cost fits with $1,060 to spare.",
      scalability: "A factor of eight is left on the primary; what is done after that is not said.",
      maintainability: "Seven parts with their interfaces, one writer of bookings, and fares as data.",
      innovation: "Known parts, chosen well; the take-over of holds saves a job that others need.",
    },
    scores: { clear: [8.5, 8.5, 6.5, 8, 6.5], open: [8.5, 8, 6.5, 8, 6.5] },
    justification: "It answers eleven points in full, proves its figures and admits the one that it cuts short.",
  },
  {
    coverage: {
      R1: ["met", "A place cannot be sold twice because a cell handles one request at a time"],
      R2: ["partly", "it no longer ends by itself while its payment is open, for at most 20 minutes"],
      R3: ["met", "Charge once under a key of hold and attempt"],
      R4: ["missed", "whoever cancels before departure gets the whole price back, whatever the fare"],
      R5: ["not_addressed", ""],
      R6: ["met", "Sell and check in alone for up to 4 hours"],
      R7: ["met", "where they stay for seven years"],
      C1: ["met", "appends every decision to a journal in PostgreSQL before it answers"],
      C2: ["met", "The page that takes the card number is the provider's own, shown in a frame"],
      C3: ["met", "Sum | | 8,050"],
      N1: ["met", "On a laptop it takes 0.2 ms"],
      N2: ["not_addressed", ""],
    },
    strengths: [
      "Figures come from a prototype, and the notes say on which machine: 9,100 decisions a second, 28 ms to rebuild a cell.",
      "The journal is at once the order of events, the fence against two owners and the trail for auditors.",
      "The cost is itemised and right: $8,050.",
    ],
    weaknesses: [
      "The refund rule was replaced by a simpler one that costs the line about $190,000 a year by the design's own estimate.",
      "Refunds above $2,000 go out on one clerk's button; the second person does not exist.",
      "A hold may last 32 minutes when a payment is open, where the task says 12.",
    ],
    missing_considerations: [
      "Cancelled sailings are not mentioned anywhere, in a text that has room for a timer wheel of 720 slots.",
      "Nothing on a second data centre, though the replica's place is stated and is the wrong one.",
    ],
    risk_assessment: "medium",
    overall_impression:
      "Nine requirements are met, some of them far better than asked. One is broken on purpose and two are forgotten. That is a pity, for none of the three is hard within this very design.",
    suggested_improvements: [
      "Restore the three steps of the refund rule and the approval above $2,000.",
      "Count the time of a pinned hold against its 12 minutes, or ask the line whether 20 are allowed.",
    ],
    rationales: {
      clarity: "The argument is easy to follow; finding where a given requirement is dealt with is not.",
      feasibility: "The cell is shown to work by measurement, but R4 is broken and R5 and N2 have no plan at all.",
      scalability: "4.4 MB of digests answer 900 searches a second, and hosts are added by hashing.",
      maintainability: "Eight parts with clear interfaces, set against a runtime that nobody in the team knows.",
      innovation:
        "A primary key that serves as order, fence and audit trail is a fine idea, and it saves a lock service.",
    },
    scores: { clear: [6.5, 5.5, 8, 6, 8], open: [7, 5.5, 8.5, 5.5, 8.5] },
    justification: "Well measured, and short of three requirements that can be counted on one hand.",
  },
  {
    coverage: {
      R1: ["met", "`NX` gives a place to one buyer only"],
      R2: ["met", "frees it after 12 minutes without a job"],
      R3: ["met", "ask again by that key when no answer comes"],
      R4: ["met", "Fares are rows: 100 % until day 14, 50 % until hour 48, then 0."],
      R5: ["met", "all passengers within 10 minutes, with links to the next two sailings and to a refund"],
      R6: ["met", "Note sales by hand while offline and enter them afterwards"],
      R7: ["met", "who, when, old and new value; 7 years"],
      C1: ["missed", "Holds in Redis, all else in PostgreSQL."],
      C2: ["met", "cards stay with the provider"],
      C3: ["met", "All together $5,900 a month."],
      N1: ["met", "Counts of free places are cached for 5 seconds"],
      N2: ["partly", "The replica is some seconds behind when the first data centre is lost"],
    },
    strengths: [
      "At $5,900 it is the cheapest by more than $2,000 a month.",
      "All three steps of the refund rule and the second clerk stand in two sentences.",
    ],
    weaknesses: [
      "Redis is a second database, which the constraints exclude; the design asks whether it may be used and uses it.",
      "The sum of $5,900 is not broken down, so that it cannot be checked.",
      "An asynchronous replica loses paid bookings, and the risk stands there without a mitigation.",
    ],
    missing_considerations: ["How long a desk may be without a line.", "Load of the first hour of a sale."],
    risk_assessment: "medium",
    overall_impression:
      "Nine requirements are ticked in a few hundred words, which deserves respect. What is behind the ticks is mostly a phrase.",
    suggested_improvements: ["Break the cost down.", "Make the replica synchronous for payments."],
    rationales: {
      clarity:
        "Brief to the point of leaving out who does what; four of five parts have no interface that could be built against.",
      feasibility: "It rests on a store that the task rules out.",
      scalability: "40 queries a second for searches is a good answer; for holds and bookings there is none.",
      maintainability: "Few parts and few words; tests, roll-out and monitoring are not among them.",
      innovation: "Expiry by the cache is the common way.",
    },
    scores: { clear: [6, 4.5, 5, 5.5, 2.5], open: [6, 4.5, 5, 5.5, 2.5] },
    justification: "A constraint is broken knowingly, and paid bookings can be lost.",
  },
];
