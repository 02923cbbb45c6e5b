import type { Asked } from "../asked.ts";
import { userText } from "../asked.ts";
import { answersIn } from "../interview.ts";
import type { JsonObject } from "../json-in-text.ts";
import { OWN_CRITERION } from "./own-criterion.ts";
import { MATERIAL_TASK } from "./task.ts";

/** What a person types who has no task yet. */
export const MATERIAL_IDEA =
  "New booking for our ferries: 14 ships on 9 routes, seats, cabins and metres of car lane, booked and paid on the web, in the app and at 38 harbour desks. The one of today stood still for 71 minutes in the last sale, and in one year we paid back $212,400 for 1,340 car places that had been sold twice. Five engineers build it and run it, and they have nine months.";

const TODAY = "docs/today.md";

/** What the project holds that the person works in: how it is today, and where decisions are recorded. */
export const MATERIAL_FILES: Readonly<Record<string, string>> = {
  "README.md": "# Ferry line\n\nHow bookings work today: docs/today.md. Decisions: docs/adr.\n",
  [TODAY]: `# Bookings today

- A normal day has 21,000 bookings of $84 on average; the first hour of the summer sale has 46,000.
- At the start of a sale 900 searches a second come. The agreement with the harbours: 95 of 100 searches for free places are answered within 300 ms.
- All data is in PostgreSQL 14. Two administrators run it; they know no other database.
- Cards are charged by an outside payment provider at 1.4 % + $0.25 a payment, on its own page: card numbers never reach our servers, and its contract wants it to stay so.
`,
  "docs/adr/0001-record-decisions.md":
    "# 1. Record decisions\n\nDate: 2026-01-12\n\n## Status\n\nAccepted\n\n## Context\n\nNobody remembers why the hold is 12 minutes.\n\n## Decision\n\nWe write down each decision that is hard to take back.\n",
};

/** A question, and what the played person says to it; null is skipped. */
type Exchange = { question: JsonObject & { text: string }; answer: string | null };

/** In the order in which they are asked. */
export const EXCHANGES: readonly Exchange[] = [
  {
    question: {
      type: "pick_one",
      text: "Two customers want the last car place in the same second. What may happen?",
      why: "It decides whether a place has one owner before anybody pays, and so where places are kept.",
      options: [
        {
          label: "No place is sold twice: one gets it, and the other is told at once",
          description:
            "A seat, a cabin or a metre of car lane has at most one paid booking for each sailing. One place in the system has to say yes or no, and it has to stand the first hour of a sale.",
          recommended: true,
        },
        {
          label: "Both get it, and somebody settles it afterwards",
          description: "The simplest, and what is paid back today goes on being paid back.",
        },
      ],
    },
    answer: "a",
  },
  {
    question: {
      type: "show_options",
      text: "How long does a place wait for a customer who has begun to book?",
      why: "A hold is what a sale runs out of first: long ones sell nothing, short ones lose those who pay slowly.",
      options: [
        {
          label: "A hold lasts 12 minutes",
          description: "Then its places are free again within 30 seconds, without anybody's help.",
          recommended: true,
          pros: ["Enough for the provider's page and a second try"],
          cons: ["A thousand holds at the start of a sale must end by themselves"],
        },
        {
          label: "None: who pays first has it",
          pros: ["Nothing has to end"],
          cons: ["Somebody fills in six passengers and learns at the end that the cabin is gone"],
        },
        {
          label: "An hour",
          pros: ["Nobody is hurried"],
          cons: ["In a sale ships look full that are not"],
        },
      ],
    },
    answer: "a: the old system needs a clerk to free them",
  },
  {
    question: {
      type: "pick_one",
      text: "The line to a harbour desk is down. What does the desk do meanwhile?",
      why: "A desk that works alone has to be given places beforehand: that is another system.",
      options: [
        {
          label: "It closes",
          description: "Nothing to build. On a Saturday in July cars stand in the road.",
        },
        {
          label: "It checks in from a list and sells nothing",
          description: "A copy of the bookings at each desk, a week of work.",
        },
        {
          label: "It goes on selling and checking in",
          description: "Places are taken from everybody else for it, and what it sold is settled afterwards: months.",
        },
      ],
      other: true,
    },
    answer:
      "other: A harbour desk goes on selling and checking in for 4 hours without a connection; no line was down longer",
  },
  {
    question: {
      type: "confirm",
      text: "docs/today.md says PostgreSQL, and two administrators who know no other database: is that kept?",
      why: "It rules out every design that needs a second store.",
      yes: "PostgreSQL is the only database",
      no: "Another may be proposed, with what it costs to learn it",
    },
    answer: "yes",
  },
  {
    question: {
      type: "pick_one",
      text: "What may all that runs cost a month, the payment provider's fees aside?",
      why: "It decides how many data centres and machines there can be.",
      options: [
        { label: "$3,000", description: "One data centre, and what is lost with it is lost." },
        { label: "$9,400", description: "What it costs today: two data centres, each no larger than it has to be." },
        { label: "$25,000", description: "Two of everything, awake at the same time." },
      ],
      other: true,
    },
    answer: "b",
  },
  {
    question: {
      type: "pick_one",
      text: "A data centre is lost on the first morning of the sale. What then?",
      why: "Between these lie a second data centre and a delay in every payment.",
      options: [
        {
          label: "Bookings go on within 10 minutes and no paid booking is lost",
          description: "What is paid is in two places before the customer is told, which costs some milliseconds each.",
          recommended: true,
        },
        {
          label: "Bookings go on within 10 minutes, and the last seconds may be lost",
          description: "Cheaper, and some have paid for a cabin that nobody knows of.",
        },
        { label: "It is up again by the evening, from last night's copy", description: "Cheap. The sale is over." },
      ],
    },
    answer: "a",
  },
  {
    question: {
      type: "pick_one",
      text: "The customer presses twice, or the provider's answer is lost. What may come of it?",
      why: "It decides whether a payment has a key of its own before the provider is asked.",
      options: [
        {
          label: "A payment is taken exactly once",
          description:
            "The customer waits until it is known. Needs a key for each booking, and somebody who asks again.",
          recommended: true,
        },
        {
          label: "It may be taken twice and paid back",
          description: "Less to build; every double charge is a call, and the provider's fee is gone.",
        },
      ],
    },
    answer: "a",
  },
  {
    question: {
      type: "ask_text",
      text: "Somebody cancels. What do they get back, and who has to agree?",
      why: "A rule that no list can hold, and money that leaves the house.",
      placeholder: "All of it until a week before; after that a clerk decides",
    },
    answer:
      "Refunds follow the fare: 100 % up to 14 days before departure, 50 % up to 48 hours, then nothing. A refund above $2,000 needs the approval of a second person.",
  },
  {
    question: {
      type: "pick_many",
      text: "Which of these does it have to do on the first day?",
      why: "Each is weeks of work, and what is not chosen is out of scope.",
      min: 0,
      options: [
        {
          label: "When a sailing is cancelled, every passenger is told",
          description: "Within 15 minutes, and is offered the next two sailings or the money back.",
        },
        {
          label: "Every change of a booking can be traced",
          description: "For 7 years: who, when, the old value and the new one.",
        },
        {
          label: "Points for frequent travellers",
          description: "An account for each customer, and a second currency.",
        },
        { label: "Hotels and buses in the same booking", description: "Contracts and systems of others." },
      ],
    },
    answer: "a, b",
  },
  {
    question: {
      type: "ask_text",
      text: "Who approves a large refund at night, when one clerk is on duty?",
      why: "It decides whether a refund may wait until morning.",
    },
    answer: null,
  },
];

/** Questions of one turn: three at first, and then some more as answers come. */
export const TURNS: readonly number[] = [3, 2, 2, 2, 1];

/** What the models of the interview ask, by how many questions there are already. */
export function materialQuestions(asked: Asked): object {
  const before = answersIn(userText(asked)).length;
  const starts = TURNS.map((_, turn) => TURNS.slice(0, turn).reduce((sum, each) => sum + each, 0));
  const turn = starts.indexOf(before);
  const questions = turn < 0 ? [] : EXCHANGES.slice(before, before + (TURNS[turn] ?? 0));
  return {
    found: turn === 1 ? FOUND : [],
    questions: questions.map(({ question }) => question),
    end:
      questions.length > 0
        ? null
        : "What divides the possible designs is known: places, money, desks, and what may be lost.",
  };
}

const FOUND = [
  {
    what: "A normal day has 21,000 bookings of $84 on average; the first hour of the summer sale has 46,000.",
    where: TODAY,
  },
  {
    what: "900 searches a second come at the start of a sale; 95 of 100 are to be answered within 300 ms.",
    where: TODAY,
  },
  { what: "An outside payment provider charges cards at 1.4 % + $0.25 a payment, on its own page.", where: TODAY },
  { what: "Card numbers never reach the line's own servers, and the provider's contract wants it so.", where: TODAY },
];

/** Where each item of the task came from: questions by their place in the interview, from 1. */
const SOURCES = {
  requirements: ["q1", "q2", "q7", "q8", "q9", "q3", "q9"],
  constraints: ["q4", TODAY, "q5"],
  non_functional_requirements: [TODAY, "q6"],
} as const;

/** The brief that these answers come to: the demo's own task, each item with where it came from. */
export const MATERIAL_BRIEF = {
  topic: MATERIAL_TASK.topic,
  task: MATERIAL_TASK.task,
  ...Object.fromEntries(
    (["requirements", "constraints", "non_functional_requirements"] as const).map((list) => [
      list,
      MATERIAL_TASK[list].map((text, at) => ({ text, from: [SOURCES[list][at] ?? "idea"] })),
    ]),
  ),
  assumptions: [
    { text: "Nobody needs an account to book.", from: [] },
    { text: "Prices and timetables come from the system that has them today.", from: [] },
  ],
  out_of_scope: [
    { text: "Points for frequent travellers.", from: ["q9"] },
    { text: "Hotels and buses in the same booking.", from: ["q9"] },
  ],
  open_questions: [{ text: "Who approves a large refund at night, when one clerk is on duty.", from: ["q10"] }],
  criteria: [OWN_CRITERION],
};
