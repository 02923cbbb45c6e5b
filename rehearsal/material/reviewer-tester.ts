import type { Judgements } from "./judgement.ts";

/** Whoever tries to break it: short sentences, reads the constraints by the letter. */
export const TESTER: Judgements = [
  {
    coverage: {
      R1: ["met", "primary key on `(sailing_id, place_id)`"],
      R2: ["met", "ON CONFLICT (sailing_id, place_id) DO UPDATE"],
      R3: ["met", "it asks the provider by the same key until it knows"],
      R4: ["met", "Hold any refund above $2,000 until a second person, not the one who asked, has approved it"],
      R5: ["met", "Tell all passengers of a cancelled sailing within 15 minutes"],
      R6: ["missed", "A desk that is cut off for longer than two hours has to close"],
      R7: ["met", "a trigger that writes `booking_history`"],
      C1: ["missed", "keep their vote in etcd"],
      C2: ["met", "we get a token and never a number"],
      C3: ["met", "Backups and 7 years of history (2.1 TB) | $390"],
      N1: ["met", "95 of 100 answer in 120 ms"],
      N2: ["met", "a lost data centre is noticed in 30 seconds and replaced in under four minutes"],
    },
    strengths: [
      "Every rule can be tested against the database alone: try to break it, and the constraint answers.",
      "Claims are taken in ascending order. I looked for a deadlock and found none.",
      "A load test of 60 bookings a second is planned for week 8, before anything else is built on it.",
    ],
    weaknesses: [
      "etcd keeps data and has to be run, backed up and mended. That is a second database, and the administrators know only one.",
      "Two hours at the desk are not 4 hours.",
      "A charge can succeed after its hold was taken over by somebody else. The flow has no step for that.",
    ],
    missing_considerations: [
      "A customer who pays in minute 12: who wins, the provider or the next buyer.",
      "How fail-over is tested, and how often.",
    ],
    risk_assessment: "medium",
    overall_impression:
      "Good. One real gap between hold and charge, one constraint bent, one requirement cut in half. All three can be closed without moving a wall.",
    suggested_improvements: [
      "Extend the hold when the charge begins, or check it once more in the transaction that books and refund at once.",
      "Let PostgreSQL itself, or a person, decide on fail-over, so that etcd can go.",
    ],
    rationales: {
      clarity: "Precise words, and SQL that runs as it stands; I tried it.",
      feasibility: "All of it exists; the witnesses need a store that the task does not allow.",
      scalability: "Headroom of eight on paper, to be shown in week 8.",
      maintainability: "Few places where a rule can hide. Migrations are not mentioned.",
      innovation: "One good statement.",
    },
    scores: { clear: [8.5, 7.5, 7.5, 8, 6], open: [8.5, 7.5, 7.5, 8, 6] },
    justification: "The fewest ways to break it that I could find, though not none.",
  },
  {
    coverage: {
      R1: ["met", "gets a unique violation, and ends itself"],
      R2: ["met", "when the hand passes, its places are free, at most one second late"],
      R3: ["met", "the charge is taken back under the same key"],
      R4: ["missed", "Clerks start a refund with one button."],
      R5: ["not_addressed", ""],
      R6: ["met", "Sell and check in alone for up to 4 hours"],
      R7: ["met", "Keep who did what and when, with the value before and after"],
      C1: ["met", "An append-only table, partitioned by month, with a snapshot of each cell every 2,000 events."],
      C2: [
        "met",
        "The page that takes the card number is the provider's own, shown in a frame; our origin cannot read it.",
      ],
      C3: ["met", "Sum | | 8,050"],
      N1: ["met", "we promise 95 of 100 within 60 ms at 900 a second"],
      N2: ["not_addressed", ""],
    },
    strengths: [
      "Two owners of one sailing collide on a key and one stops. No clock is trusted. That is right.",
      "Rebuild each cell each night and compare bit by bit: a test that runs in production, for ever.",
      "The pinned hold closes the gap between hold and charge that others leave open.",
    ],
    weaknesses: [
      "No approval for large refunds. One clerk, one button, any amount.",
      "There and back in two cells has no transaction. Between two pins a crash leaves half a journey.",
      "The data centre burns: no word.",
    ],
    missing_considerations: [
      "Cancelled sailings.",
      "How old code reads new journal entries after a deploy, and the other way round.",
    ],
    risk_assessment: "high",
    overall_impression:
      "Clever where cleverness helps. Three requirements fail without any test of mine, by reading alone.",
    suggested_improvements: [
      "A version number in each journal entry.",
      "The rule for refunds as the task has it.",
      "A second data centre.",
    ],
    rationales: {
      clarity: "Long. The important sentences are there, between many others.",
      feasibility: "Cells work, I believe the figures. The release after the first is where journals hurt.",
      scalability: "No shared lock, no shared row. Add hosts.",
      maintainability:
        "Replay, snapshots and versions have to be right for seven years; only the first two are planned.",
      innovation: "New for this trade, and for a reason.",
    },
    scores: { clear: [5.5, 5, 8, 5, 8], open: [5.5, 5.5, 8.5, 5.5, 8.5] },
    justification: "A fine engine in a car without a spare wheel.",
  },
  {
    coverage: {
      R1: ["met", "a unique index on sailing and place has the last word"],
      R2: ["met", "`EX 720` frees it after 12 minutes without a job"],
      R3: ["partly", "ask again by that key when no answer comes"],
      R4: ["met", "Fares are rows: 100 % until day 14, 50 % until hour 48, then 0."],
      R5: ["met", "Cancelled sailings: all passengers within 10 minutes"],
      R6: ["missed", "Note sales by hand while offline and enter them afterwards"],
      R7: ["met", "who, when, old and new value; 7 years"],
      C1: ["missed", "Holds in Redis, all else in PostgreSQL."],
      C2: ["met", "the provider's page takes the card"],
      C3: ["met", "All together $5,900 a month."],
      N1: ["met", "Counts of free places are cached for 5 seconds, so 900 searches a second are 40 queries."],
      N2: ["missed", "The replica is some seconds behind when the first data centre is lost"],
    },
    strengths: ["The unique index catches what the cache lets through."],
    weaknesses: [
      "Pay, lose the hold, meet the unique index: the money is gone and the place is too. No step gives it back.",
      "Paper at the desk. Paper sells twice.",
      "Redis.",
    ],
    missing_considerations: ["What happens to a charge when the booking's insert is refused.", "Any test at all."],
    risk_assessment: "high",
    overall_impression: "It breaks in the first afternoon of the sale, at the place where the old system broke.",
    suggested_improvements: [
      "Give the money back in the same step in which the insert is refused.",
      "Drop the cache for holds.",
    ],
    rationales: {
      clarity: "What is said is clear. Too little is said.",
      feasibility: "It breaks a constraint and loses money in a case that comes every day.",
      scalability: "Searches yes. The sale hour is not thought through.",
      maintainability: "Small, without tests, with two truths.",
      innovation: "No.",
    },
    scores: { clear: [5.5, 3.5, 5, 5, 2], open: [5.5, 3.5, 5, 5, 2] },
    justification: "I needed one afternoon less than usual.",
  },
];
