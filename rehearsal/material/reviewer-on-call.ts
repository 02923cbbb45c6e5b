import type { Judgements } from "./judgement.ts";

/** Whoever is woken at night: blunt, asks what breaks and who can mend it. */
export const ON_CALL: Judgements = [
  {
    coverage: {
      R1: ["met", "the second insert is refused, the customer sees the next free place"],
      R2: ["met", "a late sweeper blocks nobody: the next buyer takes the place over"],
      R3: ["met", "When no answer comes within 8 seconds it asks the provider by the same key until it knows."],
      R4: ["met", "Hold any refund above $2,000 until a second person, not the one who asked, has approved it"],
      R5: [
        "met",
        "Tell all passengers of a cancelled sailing within 15 minutes, with the next two sailings held for them for 24 hours",
      ],
      R6: ["partly", "A desk that is cut off for longer than two hours has to close, on the busiest days first"],
      R7: ["met", "a trigger that writes `booking_history`"],
      C1: ["met", "Everything that must be true lives in one PostgreSQL cluster"],
      C2: ["met", "The browser opens the provider's page, which takes the card; we get a token and never a number."],
      C3: ["met", "Together | $8,340"],
      N1: ["met", "900 searches a second at 3 ms each keep three cores busy, and 95 of 100 answer in 120 ms."],
      N2: ["met", "a lost data centre is noticed in 30 seconds and replaced in under four minutes"],
    },
    strengths: [
      "An expired hold is taken over by the statement that makes the new one, so a dead sweeper hurts nobody. I can sleep.",
      "Fail-over is in the plan with times: 30 seconds to notice, four minutes to replace, and no paid booking is lost.",
      "The build order ends each step with something that can be tried, and the old system keeps selling meanwhile.",
    ],
    weaknesses: [
      "Desks close after two hours without a line. The task says 4, and lines fail on stormy days, when everybody is at the desk.",
      "The risk that both data centres lose sight of each other has no answer. Payments would simply wait.",
    ],
    missing_considerations: [
      "How the synchronous standby is taken out of the commit when it is the standby that fails.",
      "Who is told when an unclear charge reaches a person after one hour, and on which channel.",
    ],
    risk_assessment: "low",
    overall_impression:
      "I could run this with five people. Every part is something that they know, and where it breaks it says so. The two hours at the desks are wrong and can be put right.",
    suggested_improvements: [
      "Let a desk draw a larger allotment when the forecast is bad, so that 4 hours are possible.",
      "Say what happens to commits when the standby is gone, and practise it once a month.",
    ],
    rationales: {
      clarity:
        "The table of rules says for each one where it is kept and what happens when it fails; I had no question left.",
      feasibility:
        "PostgreSQL, a provider's page and an outbox: all proven, and 60 bookings a second are an eighth of one server.",
      scalability:
        "One primary carries every sale; the figures say that it is enough for this line, not for ten of them.",
      maintainability: "Rules are rows and constraints, so that a new fare is a row and not a release.",
      innovation: "Nothing new but the take-over of expired holds in one statement, which is neat.",
    },
    scores: { clear: [9, 9, 7, 8.5, 5.5], open: [9, 9, 7, 8.5, 5.5] },
    justification:
      "The least surprise of the three at three in the morning, and the only one that survives the loss of a data centre.",
  },
  {
    coverage: {
      R1: ["met", "Where there is one decider there is no race"],
      R2: ["met", "when the hand passes, its places are free, at most one second late"],
      R3: ["met", "A lost answer is found by a reconciler that reads the provider's list each minute."],
      R4: ["missed", "whoever cancels before departure gets the whole price back, whatever the fare"],
      R5: ["not_addressed", ""],
      R6: [
        "met",
        "When the line is lost the agent sells from its lease, alone and without asking anyone, for up to 4 hours",
      ],
      R7: ["met", "Keep who did what and when, with the value before and after"],
      C1: ["met", "Each decision is appended to a journal in PostgreSQL"],
      C2: ["met", "our origin cannot read it"],
      C3: ["met", "Sum | | 8,050"],
      N1: ["met", "we promise 95 of 100 within 60 ms at 900 a second"],
      N2: ["not_addressed", ""],
    },
    strengths: [
      "The desk's standing lease really gives 4 hours alone, and it cannot sell a place twice.",
      "The table of what customers see when a host ends, crashes or moves is what every design should have.",
      "The nightly rebuild of each cell from nothing would find a replay that has gone wrong.",
    ],
    weaknesses: [
      "Both PostgreSQL servers stand in one data centre. When that is lost the line sells nothing, and nobody says for how long.",
      "A team of five that has never run actors gets six hosts full of them, a directory, snapshots and a second language.",
      "Refunds ignore the fares altogether: everybody gets everything back.",
    ],
    missing_considerations: [
      "What happens when a sailing is cancelled: no word about telling passengers or about other sailings.",
      "The loss of a data centre.",
    ],
    risk_assessment: "high",
    overall_impression:
      "Beautiful, and I would be afraid of it. The hard part, selling the last places of one sailing, is solved better than anywhere else; three plain things that the task asks for are not there.",
    suggested_improvements: [
      "Put the replica of the journal into a second data centre and wait for it before a payment is confirmed.",
      "Add the cancellation of a sailing as an event that a cell knows.",
      "Keep the fare's rule with the booking and work refunds out from it.",
    ],
    rationales: {
      clarity:
        "Well told, but one has to hold cells, wheel, digests, pins and leases in mind to follow a single booking.",
      feasibility:
        "Nine months for five people who first learn the runtime, with the summer sale as the test: too much at once.",
      scalability:
        "9,000 decisions a second for each sailing and searches from memory; the crowd on one sailing is truly dealt with.",
      maintainability:
        "A cell is 300 lines, yet a mistake in its replay is quiet, and only one or two people will dare to touch it.",
      innovation: "One thread for each sailing removes locks altogether instead of making them faster.",
    },
    scores: { clear: [6.5, 4.5, 9, 5.5, 8.5], open: [7, 5, 8.5, 6, 9] },
    justification:
      "Strong where the crowd is, absent where the line is in trouble: cancelled sailings and a lost data centre.",
  },
  {
    coverage: {
      R1: ["met", "a unique index on sailing and place has the last word"],
      R2: ["met", "`EX 720` frees it after 12 minutes without a job"],
      R3: ["met", "we send the charge with the booking's id as key, and ask again by that key when no answer comes"],
      R4: ["met", "Above $2,000 the refund waits in a list for a second clerk."],
      R5: [
        "met",
        "Cancelled sailings: all passengers within 10 minutes, with links to the next two sailings and to a refund",
      ],
      R6: ["missed", "Note sales by hand while offline and enter them afterwards"],
      R7: ["met", "who, when, old and new value; 7 years"],
      C1: ["missed", "Holds in Redis, all else in PostgreSQL."],
      C2: ["met", "the provider's page takes the card"],
      C3: ["met", "All together $5,900 a month."],
      N1: ["met", "so 900 searches a second are 40 queries"],
      N2: ["partly", "one replica that follows asynchronously in the second data centre"],
    },
    strengths: [
      "Small enough that one person can hold it in the head.",
      "Four months, and $3,500 a month below the limit.",
    ],
    weaknesses: [
      "Two stores say what is free, and when Redis restarts the customer who is just paying has no hold any more.",
      "Sales noted by hand are sold twice as soon as the web sells the same places.",
      "It brings Redis to administrators who know PostgreSQL only.",
    ],
    missing_considerations: ["Fail-over by whom and how fast.", "What monitoring wakes somebody for."],
    risk_assessment: "medium",
    overall_impression: "Honest and small. It would do for a line with two ships.",
    suggested_improvements: ["Keep holds in PostgreSQL; at 13 bookings a second nothing speaks against it."],
    rationales: {
      clarity: "Short and plain, but what happens when a part fails is left to the reader.",
      feasibility: "It can be built, and it breaks a stated constraint on its first line.",
      scalability: "The cache carries the searches; of 46,000 bookings in an hour it says nothing.",
      maintainability: "One application is easy to change; the hold that lives in two places is not.",
      innovation: "The usual template with the usual cache.",
    },
    scores: { clear: [6.5, 5, 5.5, 6, 2.5], open: [6.5, 5, 5.5, 6, 2.5] },
    justification:
      "Cheap and quick, and it carries the fault that the line wants to be rid of: two truths about one place.",
  },
];
