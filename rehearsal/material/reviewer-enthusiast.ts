import type { Judgements } from "./judgement.ts";

/** Whoever looks for the idea: generous, curious, impatient with what is merely solid. */
export const ENTHUSIAST: Judgements = [
  {
    coverage: {
      R1: ["met", "A car of 4.5 m claims nine neighbours in one statement, or none."],
      R2: ["met", "an expired hold needs no clean-up before it can be taken over"],
      R3: ["met", "one key for each booking, sent to the provider"],
      R4: ["met", "rows of `fare_rule`, applied by one function"],
      R5: ["met", "Tell all passengers of a cancelled sailing within 15 minutes"],
      R6: ["partly", "Sell from the desk's own allotment when the line is down"],
      R7: ["met", "a trigger that writes `booking_history`"],
      C1: ["met", "each rule about places and money is a constraint or a transaction there"],
      C2: ["met", "the provider's own page takes the cards"],
      C3: ["met", "Together | $8,340"],
      N1: ["met", "They read `free_places`, one row for each sailing and class, on two replicas"],
      N2: ["met", "a standby in a second data centre has every paid booking before the customer is told of it"],
    },
    strengths: [
      "Holding half metres of car lane as places turns an awkward packing problem into the same row as a seat.",
      "The hold and the sale are one row, so that they can never tell different stories.",
    ],
    weaknesses: [
      "It is a database with a web page. When 900 people want the same eleven metres they all queue for the same rows.",
      "Half a metre is coarse: a motorcycle blocks what a small car could use, every day, on every ship.",
    ],
    missing_considerations: [
      "Fairness in the first minutes of a sale: who is quick with the button wins, and robots are quicker.",
      "Growing past one primary, should the line buy its neighbour.",
    ],
    risk_assessment: "low",
    overall_impression:
      "The grown-up in the room. It will be on time and nobody will write about it, and that may be just what a ferry line wants.",
    suggested_improvements: [
      "Put a short waiting line in front of the few sailings that everybody wants.",
      "Try lanes as stretches rather than as half metres.",
    ],
    rationales: {
      clarity: "A pleasure: one table, one piece of SQL, and I knew how it works.",
      feasibility: "There is hardly a step in it that somebody has not done many times.",
      scalability:
        "Good for this line; the rush for a single sailing ends in row locks that the design only mentions as a risk.",
      maintainability: "Constraints do what elsewhere is code, and what is not written needs no upkeep.",
      innovation: "Solid rather than new, with one elegant statement for holds that have run out.",
    },
    scores: { clear: [8.5, 8.5, 6.5, 8, 6.5], open: [8.5, 8.5, 6.5, 8, 6] },
    justification: "No fireworks, and nearly everything that was asked for.",
  },
  {
    coverage: {
      R1: ["met", "where there is no race there are no locks, no retries and no deadlocks to test for"],
      R2: ["met", "a wheel of holds with 720 slots, one for each second of twelve minutes"],
      R3: ["met", "finds the saga by the hold's id and is shown the state of the first"],
      R4: ["missed", "we chose the simplest rule that customers can understand"],
      R5: ["not_addressed", ""],
      R6: ["met", "the cell does not touch leased places until 4 hours and 10 minutes after the last renewal"],
      R7: ["met", "the journal is also the trail that the auditors want"],
      C1: ["met", "Each decision is appended to a journal in PostgreSQL"],
      C2: ["met", "our origin cannot read it"],
      C3: ["met", "PostgreSQL with a replica in the same data centre | 2 × 16 cores, 2 TB | 3,940"],
      N1: ["met", "A search is then a scan of some 20 digests."],
      N2: ["not_addressed", ""],
    },
    strengths: [
      "It asked first where the load really is: nine sailings with 61 % of all attempts. All else follows from that.",
      "Searches from 4.4 MB of digests in memory, without any database, at a fifth of the time allowed.",
      "Lanes as stretches in centimetres: a motorcycle no longer costs a van its place, which is money on each sailing.",
      "The desk's lease shrinks and grows with the day and still cannot collide with the web.",
    ],
    weaknesses: [
      "Passengers of a cancelled sailing do not exist in it.",
      "It throws away the line's fare rules to keep the refund simple, which was not its decision to make.",
    ],
    missing_considerations: [
      "What a cell does when its ship is replaced by a smaller one.",
      "A second data centre: six hosts could so easily stand in two.",
    ],
    risk_assessment: "medium",
    overall_impression:
      "The one that I would love to build. It understands the problem best and forgets the dull third of it. With two more weeks of thought it would be first.",
    suggested_improvements: [
      "Spread the hosts and the journal over two data centres.",
      "Give the cell an event for a cancelled sailing: it knows all its passengers already.",
    ],
    rationales: {
      clarity: "Written so that one wants to read on; a drawing of cell, journal and gateway would help.",
      feasibility: "The prototype answers the doubt about speed, not the doubt about the team.",
      scalability: "The only one that treats the crowd on one sailing as the problem, and it has numbers for it.",
      maintainability: "Small pieces with sharp edges, in a language that the team has yet to learn.",
      innovation: "Cells, a fence made of a primary key, pushed digests: three ideas, each of which pays for itself.",
    },
    scores: { clear: [8, 5.5, 9, 5.5, 9], open: [8, 5.5, 9, 6, 9.5] },
    justification: "The best idea of the three, with three holes that are easy to name and not hard to fill.",
  },
  {
    coverage: {
      R1: ["met", "a unique index on sailing and place has the last word"],
      R2: ["met", "Holds are keys that expire by themselves"],
      R3: ["met", "we send the charge with the booking's id as key"],
      R4: ["met", "Above $2,000 the refund waits in a list for a second clerk."],
      R5: ["met", "with links to the next two sailings and to a refund"],
      R6: ["met", "Check in without a line"],
      R7: ["met", "who, when, old and new value; 7 years"],
      C1: ["missed", "Holds are keys that expire by themselves, bookings are rows"],
      C2: ["met", "the provider's page takes the card"],
      C3: ["met", "It can be built in four months and runs for $5,900."],
      N1: ["met", "so 900 searches a second are 40 queries"],
      N2: ["partly", "one replica that follows asynchronously in the second data centre"],
    },
    strengths: [
      "It says in one page what others say in six.",
      "Live in four months, with five months left to learn from real passengers.",
    ],
    weaknesses: [
      "Lanes are not thought about at all: a car is a place like a seat, whatever its length.",
      "Redis and PostgreSQL will disagree about a place one day, and the customer learns of it after paying.",
    ],
    missing_considerations: ["Vehicles of different length.", "The hour of the sale."],
    risk_assessment: "high",
    overall_impression:
      "A sketch by somebody who has built such things before and did not think that this one is different.",
    suggested_improvements: ["Spend one of the five spare months on car lanes."],
    rationales: {
      clarity: "Quickly read; half of what one would ask next is not there.",
      feasibility: "Everybody can build it, but not with the one database that is allowed.",
      scalability: "One cache key for each place is enough until a family with a camper comes along.",
      maintainability: "There is little of it, which is the best thing that can be said of upkeep.",
      innovation: "None, and it does not pretend otherwise.",
    },
    scores: { clear: [6, 5, 5, 6.5, 2], open: [6, 5, 5, 6.5, 2] },
    justification: "Quick and thin: it answers the list and not the problem.",
  },
];
