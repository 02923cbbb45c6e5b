import type { NewQuestion, TypeName } from "../../src/questions/types.ts";

/** What a question of a type may be, and what a person may answer to it. Answers are for the first question. */
export type Example = {
  good: Record<string, unknown>[];
  /** With a part of what is said of it. */
  bad: [given: Record<string, unknown>, said: string][];
  answers: unknown[];
  badAnswers: [given: unknown, said: string][];
  /** Typed lines with what they come to, and what is said back. */
  typed: [line: string, answer: unknown, understood: string][];
  badTyped: [line: string, said: string][];
};

const S3 = { id: "s3", label: "S3" };
const KAFKA = { id: "kafka", label: "Kafka", description: "A log with replay", recommended: true };
const SQS = { id: "sqs", label: "Amazon SQS, FIFO" };
const options = [S3, KAFKA, SQS];
const file = {
  filename: "sketch.png",
  mime_type: "image/png",
  path: "questions/q1-sketch.png",
  bytes: 1200,
  sha256: "a".repeat(64),
};
const many = (length: number) => Array.from({ length }, (_, at) => ({ id: `o${at}`, label: `Option number ${at}` }));
const badOptions: [Record<string, unknown>, string][] = [
  [{}, "question.options must be a list of at least 1, found nothing"],
  [{ options: [] }, "question.options must be a list of at least 1, found an empty list"],
  [{ options: [S3, { ...KAFKA, id: "s3" }] }, 'question.options[1].id must be another than options[0].id, found "s3"'],
  [
    { options: [S3, { id: "x", label: " \u202Es3" }] },
    "question.options[1].label must be another than options[0].label",
  ],
  [
    { options: [{ ...S3, label: "x".repeat(501) }] },
    "options[0].label must be text of at most 500 characters, found 501",
  ],
  [{ options: [{ ...S3, description: "x".repeat(10_001) }] }, "options[0].description must be text of at most 10000"],
  [
    { options: [{ ...S3, label: "\u2800 " }] },
    "question.options[0].label must be text that is not empty, found only blanks",
  ],
  [{ options: [{ ...S3, id: "__proto__" }] }, "question.options[0].id must be a name of 1 to 64 characters"],
  [
    { options: [{ ...S3, lable: "x" }] },
    'question.options[0].lable must be a known field, the nearest label, found "lable"',
  ],
  [{ options: many(201) }, "question: options: at most 200 entries, found 201"],
];

export const EXAMPLES: Record<TypeName, Example> = {
  pick_one: {
    good: [
      { options, other: true },
      { options: many(200) },
      { options: [{ ...S3, description: "語".repeat(10_000) }] },
    ],
    bad: badOptions,
    answers: [{ selected: "s3" }, { selected: null, other: "Redis" }],
    badAnswers: [
      [{ selected: "s4" }, 'selected must be the id of an option: "s3", "kafka", "sqs", found "s4"'],
      [{}, "selected must be text that is not empty or null, found nothing"],
      [{ selected: null }, "other must be words, where no option is selected, found nothing"],
      [{ selected: "s3", other: "x" }, "other must be absent beside an option"],
      [{ selected: "s3", by: "me" }, 'by must be one of selected, other, found "by"'],
      [null, "it must be an object, found null"],
      [["s3"], "it must be an object, found a list"],
    ],
    typed: [
      ["2", { selected: "kafka" }, "You chose Kafka."],
      ["b", { selected: "kafka" }, "You chose Kafka."],
      ["B", { selected: "kafka" }, "You chose Kafka."],
      [" (b) ", { selected: "kafka" }, "You chose Kafka."],
      ["２", { selected: "kafka" }, "You chose Kafka."],
      ["٢", { selected: "kafka" }, "You chose Kafka."],
      ["kafka", { selected: "kafka" }, "You chose Kafka."],
      ["amazon", { selected: "sqs" }, "You chose Amazon SQS, FIFO."],
      ["\u202Ea\u200B", { selected: "s3" }, "You chose S3."],
      ["Redis Streams", { selected: null, other: "Redis Streams" }, "You wrote: Redis Streams"],
      ["other: b", { selected: null, other: "b" }, "You wrote: b"],
      ["other: Kafke", { selected: null, other: "Kafke" }, "You wrote: Kafke"],
    ],
    badTyped: [
      ["", 'the letter or the label of one of "S3", "Kafka", "Amazon SQS, FIFO", found ""'],
      ["d", 'found "d"'],
      ["s", 'found "s"'],
      ["Kafke", 'found "Kafke"; the nearest: "Kafka"'],
      ["other: ", "words after other:"],
    ],
  },
  pick_many: {
    good: [{ options, min: 0, max: 3 }, { options }, { options, min: 2, max: 2 }],
    bad: [
      ...badOptions,
      [{ options, max: 4 }, "question.max must be at most 3, as there are options, found 4"],
      [{ options, min: 3, max: 2 }, "question.min must be at most 2, the most that can be picked, found 3"],
    ],
    answers: [{ selected: [] }, { selected: ["sqs", "s3"] }],
    badAnswers: [
      [{ selected: "s3" }, 'selected must be a list, found "s3"'],
      [{ selected: ["s3", "s3"] }, 'selected[1] must be named once, found "s3" twice'],
      [{ selected: ["x"] }, "selected[0] must be the id of an option"],
      [{ selected: ["s3", "kafka", "sqs", "x"] }, "selected must be 0 to 3 of the options, found 4"],
    ],
    typed: [
      ["a, c", { selected: ["s3", "sqs"] }, "You chose S3 and Amazon SQS, FIFO."],
      ["a c", { selected: ["s3", "sqs"] }, "You chose S3 and Amazon SQS, FIFO."],
      ["1、2", { selected: ["s3", "kafka"] }, "You chose S3 and Kafka."],
      ["Amazon SQS, FIFO, S3", { selected: ["sqs", "s3"] }, "You chose Amazon SQS, FIFO and S3."],
      ["S3 and Kafka", { selected: ["s3", "kafka"] }, "You chose S3 and Kafka."],
      ["a, a", { selected: ["s3"] }, "You chose S3."],
      ["none", { selected: [] }, "You chose none."],
      ["all", { selected: ["s3", "kafka", "sqs"] }, "You chose S3, Kafka and Amazon SQS, FIFO."],
    ],
    badTyped: [
      ["a, x", 'found "x"'],
      ["not b", 'found "not b"'],
      [",", 'found ","'],
    ],
  },
  confirm: {
    good: [{ yes: "Keep it", no: "いいえ" }, {}, { cancel: "Not now" }],
    bad: [
      [{ yes: "no" }, "question.yes must be a label that means no other choice"],
      [{ yes: "x", no: "X" }, "question.yes must be a label that means no other choice"],
      [{ no: 1 }, "question.no must be text that is not empty, found 1"],
      [{ options }, "question.options must be one of type, id, text, context, required, why, yes, no, cancel"],
    ],
    answers: [{ choice: "yes" }, { choice: "cancel" }],
    badAnswers: [
      [{ choice: "maybe" }, 'choice must be "yes", "no" or "cancel", found "maybe"'],
      [{ choice: true }, "found true"],
    ],
    typed: [
      ["yes", { choice: "yes" }, "You said yes: Keep it."],
      ["Y.", { choice: "yes" }, "You said yes: Keep it."],
      ["keep IT", { choice: "yes" }, "You said yes: Keep it."],
      ["いいえ", { choice: "no" }, "You said no: いいえ."],
      ["cancel", { choice: "cancel" }, "You said cancel."],
    ],
    badTyped: [["yes and no", 'yes, no or cancel (or "Keep it", "いいえ"), found "yes and no"']],
  },
  ask_text: {
    good: [{ max_length: 20 }, { multiline: true, placeholder: "e.g. 5,000 a day" }],
    bad: [
      [{ max_length: 0 }, "question.max_length must be a whole number from 1 to 100000, found 0"],
      [{ multiline: "yes" }, 'question.multiline must be true or false, found "yes"'],
    ],
    answers: [{ text: "5000" }],
    badAnswers: [
      [{ text: "" }, 'text must be text that is not empty, found ""'],
      [{ text: "\u200B \u2800" }, "text must be text that is not empty, found only blanks"],
      [{ text: "x".repeat(21) }, "text must be text of at most 20 characters, found 21"],
      [{ text: "x".repeat(100_001) }, "it must be of a size that a person gives"],
    ],
    typed: [
      ["5000", { text: "5000" }, "You wrote: 5000"],
      ["  <b>x</b>\u202E ", { text: "<b>x</b>" }, "You wrote: &lt;b>x&lt;/b>"],
    ],
    badTyped: [
      ["   ", "text that is not empty"],
      ["x".repeat(21), "text of at most 20 characters, found 21"],
      ["x".repeat(300_000), "at most 100000 characters, found 300000"],
    ],
  },
  ask_code: {
    good: [{ language: "sql" }, {}],
    bad: [[{ language: "a b" }, "question.language must be"]],
    answers: [{ code: "select 1" }, { code: "x", language: "c++" }],
    badAnswers: [[{ code: "x", language: "`" }, "language must be"]],
    typed: [
      ["select 1", { code: "select 1", language: "sql" }, "You gave 1 line of code."],
      ["```ts\nif (a) {\n  b;\n}\n```", { code: "if (a) {\n  b;\n}", language: "ts" }, "You gave 3 lines of code."],
      ["  indented", { code: "  indented", language: "sql" }, "You gave 1 line of code."],
    ],
    badTyped: [["\n \n", "code that is not empty"]],
  },
  ask_image: {
    good: [
      { multiple: false, max_bytes: 5_000 },
      { multiple: true, accept: ["image/*"] },
    ],
    bad: [
      [{ accept: ["javascript:"] }, "question.accept[0] must be"],
      [{ max_bytes: 80_000_000 }, "question.max_bytes must be a whole number from 1 to 20000000"],
    ],
    answers: [{ images: [file] }],
    badAnswers: [
      [{ images: [] }, "images must be a list of at least 1, found an empty list"],
      [{ images: [file, file] }, "images must be one file, found 2"],
      [{ images: [{ ...file, mime_type: "image/svg+xml" }] }, "images[0].mime_type must be one of image/png"],
      [{ images: [{ ...file, bytes: 5_001 }] }, "images[0].bytes must be at most 5000, found 5001"],
      [{ images: [{ ...file, path: "../x.png" }] }, "images[0].path must be a relative path without .."],
      [{ images: [{ ...file, path: "/etc/passwd" }] }, "images[0].path must be a relative path"],
      [
        { images: [{ ...file, data: "iVBO" }] },
        "images[0].data must be one of filename, mime_type, path, bytes, sha256",
      ],
    ],
    typed: [],
    badTyped: [["sketch.png", "an image, given on the page or by its path in a line that the person typed"]],
  },
  ask_file: {
    good: [{ accept: [".png", "text/csv"] }, { multiple: true }],
    bad: [[{ accept: [] }, "question.accept must be a list of at least 1"]],
    answers: [{ files: [file] }],
    badAnswers: [
      [{ files: [{ ...file, filename: "x.exe" }] }, "files[0].mime_type must be one of .png, text/csv"],
      [{ files: Array(21).fill(file) }, "files must be a list of at most 20, found 21"],
    ],
    typed: [],
    badTyped: [["/etc/passwd", "a file, given on the page or by its path in a line that the person typed"]],
  },
  show_options: {
    good: [{ options: [{ ...S3, pros: ["cheap"], cons: ["slow"] }, KAFKA] }],
    bad: [
      ...badOptions,
      [{ options: [{ ...S3, pros: Array(21).fill("x") }] }, "options[0].pros must be a list of at most 20, found 21"],
    ],
    answers: [{ selected: "s3" }, { selected: "s3", feedback: "cheap" }],
    badAnswers: [[{ selected: "x" }, "selected must be the id of an option"]],
    typed: [
      ["a", { selected: "s3" }, "You chose S3."],
      [
        "S3: because it is cheap",
        { selected: "s3", feedback: "because it is cheap" },
        "You chose S3, and said: because it is cheap.",
      ],
      [
        "b because of replay",
        { selected: "kafka", feedback: "because of replay" },
        "You chose Kafka, and said: because of replay.",
      ],
    ],
    badTyped: [["z: x", 'found "z"']],
  },
  show_diff: {
    good: [
      { before: "a", after: "b", language: "ts" },
      { before: "", after: "b" },
    ],
    bad: [
      [{ before: "a", after: "a" }, "question.after must be another text than before"],
      [{ before: "a" }, "question.after must be text, found nothing"],
    ],
    answers: [{ decision: "approve" }, { decision: "edit", edited: "c" }, { decision: "reject", feedback: "no" }],
    badAnswers: [
      [{ decision: "edit" }, "edited must be the text as it should be, found nothing"],
      [{ decision: "approve", edited: "c" }, "edited must be absent beside approve"],
      [{ decision: "revise" }, 'decision must be "approve", "reject" or "edit"'],
    ],
    typed: [
      ["approve", { decision: "approve" }, "You approved it."],
      [
        "reject: because b is wrong",
        { decision: "reject", feedback: "because b is wrong" },
        "You rejected it: because b is wrong.",
      ],
      ["edit:\n  - c\n  - d", { decision: "edit", edited: "  - c\n  - d" }, "You changed it."],
      ["Edit: -5", { decision: "edit", edited: "-5" }, "You changed it."],
      ["reject because of b", { decision: "reject", feedback: "because of b" }, "You rejected it: because of b."],
      ["reject - b is wrong", { decision: "reject", feedback: "b is wrong" }, "You rejected it: b is wrong."],
      ["edit: c\n  d", { decision: "edit", edited: "c\n  d" }, "You changed it."],
    ],
    badTyped: [
      ["approve if b goes", 'it must be approve or "reject: …" or "edit: …", found "approve if b goes"'],
      ["edit", "edited must be the text as it should be"],
      ["approvement", 'approve or "reject: …"'],
      ["approve but watch the costs", 'approve or "reject: …"'],
    ],
  },
  show_plan: {
    good: [
      {
        sections: [
          { id: "goals", title: "Goals", markdown: "# G\n\n- a" },
          { id: "out", title: "Out of scope", markdown: "" },
        ],
      },
    ],
    bad: [
      [{ sections: [] }, "question.sections must be a list of at least 1"],
      [{ sections: Array(2).fill({ id: "a", title: "A", markdown: "" }) }, "question.sections[1].id must be another"],
    ],
    answers: [
      { decision: "approve", annotations: {} },
      { decision: "revise", annotations: { goals: "shorter" }, feedback: "good" },
    ],
    badAnswers: [
      [{ decision: "revise", annotations: {} }, "feedback must be words on what is to change, found nothing"],
      [{ decision: "approve", annotations: { x: "y" } }, "annotations.x must be the id of a section"],
      [{ decision: "approve" }, "annotations must be an object, found nothing"],
      [{ decision: "edit", annotations: {} }, 'decision must be "approve", "reject" or "revise"'],
    ],
    typed: [
      ["approve", { decision: "approve", annotations: {} }, "You approved it."],
      ["LGTM", { decision: "approve", annotations: {} }, "You approved it."],
      [
        "reject: because it is too large",
        { decision: "reject", annotations: {}, feedback: "because it is too large" },
        "You rejected it: because it is too large.",
      ],
      [
        "revise: b: say why",
        { decision: "revise", annotations: { out: "say why" } },
        'You want it changed, with 1 remark on "Out of scope".',
      ],
      [
        "revise: shorter\nGoals: name a number",
        { decision: "revise", annotations: { goals: "name a number" }, feedback: "shorter" },
        'You want it changed: shorter, with 1 remark on "Goals".',
      ],
    ],
    badTyped: [
      ["revise", "feedback must be words on what is to change"],
      ["I approve", 'approve or "reject: …" or "revise: …"'],
    ],
  },
  review_section: {
    good: [{ title: "Goals", markdown: "x" }],
    bad: [[{ title: "Goals" }, "question.markdown must be text, found nothing"]],
    answers: [{ decision: "approve" }, { decision: "revise", feedback: "x" }],
    badAnswers: [
      [{ decision: "revise" }, "feedback must be words on what is to change"],
      [{ decision: "reject" }, 'decision must be "approve" or "revise", found "reject"'],
    ],
    typed: [
      ["ok", { decision: "approve" }, "You approved it."],
      [
        "revise: name a number",
        { decision: "revise", feedback: "name a number" },
        "You want it changed: name a number.",
      ],
    ],
    badTyped: [["revise:", "words on what is to change after revise:"]],
  },
  rank: {
    good: [{ options }],
    bad: [
      ...badOptions.slice(2).filter(([given]) => (given.options as unknown[]).length > 1),
      [{ options: [S3] }, "question.options must be a list of at least 2"],
    ],
    answers: [
      {
        ranking: [
          { id: "sqs", rank: 3 },
          { id: "s3", rank: 1 },
          { id: "kafka", rank: 2 },
        ],
      },
    ],
    badAnswers: [
      [{ ranking: [{ id: "s3", rank: 1 }] }, "ranking must be every option once, 3 in all, found 1"],
      [{ ranking: options.map(({ id }) => ({ id, rank: 1 })) }, "ranking must be places that differ, found two alike"],
      [{ ranking: options.map(({ id }, at) => ({ id, rank: at + 2 })) }, "ranking[2].rank must be at most 3, found 4"],
      [{ ranking: [1, 2, 3].map((rank) => ({ id: "s3", rank })) }, "ranking[1].id must be named once"],
    ],
    typed: [
      [
        "S3, then Kafka",
        { ranking: ["s3", "kafka", "sqs"].map((id, at) => ({ id, rank: at + 1 })) },
        "Your order: S3, Kafka, Amazon SQS, FIFO.",
      ],
      [
        "c > a > b",
        { ranking: ["sqs", "s3", "kafka"].map((id, at) => ({ id, rank: at + 1 })) },
        "Your order: Amazon SQS, FIFO, S3, Kafka.",
      ],
      [
        "kafka then s3 then amazon",
        { ranking: ["kafka", "s3", "sqs"].map((id, at) => ({ id, rank: at + 1 })) },
        "Your order: Kafka, S3, Amazon SQS, FIFO.",
      ],
    ],
    badTyped: [
      ["a", "all options, the best first, found 1 of 3"],
      ["a, a, b", 'each option once, found "S3" twice'],
    ],
  },
  rate: {
    good: [
      { options, min: 1, max: 5, step: 1, anchors: { low: "poor", high: "good" } },
      { options, min: -1, max: 1 },
    ],
    bad: [
      ...badOptions.map(([given, said]): [Record<string, unknown>, string] => [{ min: 1, max: 5, ...given }, said]),
      [{ options, min: 5, max: 5 }, "question.max must be above min 5, found 5"],
      [{ options, min: 1, max: 5, step: 9 }, "question.step must be at most 4, from min to max, found 9"],
      [{ options, min: 1, max: 1e300 }, "question.max must be a number from -1000000 to 1000000"],
    ],
    answers: [{ ratings: { s3: 1, kafka: 5, sqs: 2 } }],
    badAnswers: [
      [{ ratings: { s3: 1 } }, "ratings.kafka must be a number from 1 to 5 in steps of 1, found nothing"],
      [{ ratings: { s3: 1, kafka: 6, sqs: 1 } }, "ratings.kafka must be a number from 1 to 5 in steps of 1, found 6"],
      [
        { ratings: { s3: 1, kafka: 1.5, sqs: 1 } },
        "ratings.kafka must be a number from 1 to 5 in steps of 1, found 1.5",
      ],
      [{ ratings: { s3: 1, kafka: 1, sqs: 1, x: 1 } }, "ratings.x must be the id of an option"],
    ],
    typed: [
      ["a=4, b=2, c=1", { ratings: { s3: 4, kafka: 2, sqs: 1 } }, "You rated S3 4, Kafka 2 and Amazon SQS, FIFO 1."],
      ["4, 2, 1", { ratings: { s3: 4, kafka: 2, sqs: 1 } }, "You rated S3 4, Kafka 2 and Amazon SQS, FIFO 1."],
      ["4 2 1", { ratings: { s3: 4, kafka: 2, sqs: 1 } }, "You rated S3 4, Kafka 2 and Amazon SQS, FIFO 1."],
      [
        "kafka: 2\namazon: 1\ns3: 4",
        { ratings: { s3: 4, kafka: 2, sqs: 1 } },
        "You rated S3 4, Kafka 2 and Amazon SQS, FIFO 1.",
      ],
    ],
    badTyped: [
      ["4, 2", 'a number from 1 to 5 in steps of 1 for each option, as "a=5, b=1", found "4"'],
      ["a=4, a=2, b=1", "each option once"],
      ["a=4", "ratings.kafka"],
      ["1 1 9", "ratings.sqs"],
    ],
  },
  thumbs: {
    good: [{}],
    bad: [[{ emoji: ["👍"] }, "question.emoji must be one of type, id, text, context, required, why"]],
    answers: [{ choice: "up" }],
    badAnswers: [[{ choice: "sideways" }, 'choice must be "up" or "down"']],
    typed: [
      ["up", { choice: "up" }, "Thumbs up."],
      ["👎🏽", { choice: "down" }, "Thumbs down."],
      ["+1", { choice: "up" }, "Thumbs up."],
    ],
    badTyped: [["meh", 'up or down, found "meh"']],
  },
  slider: {
    good: [
      { min: 0, max: 10_000, step: 500, unit: "e-mails a day", default: 1_000 },
      { min: 0, max: 1, step: 0.1 },
    ],
    bad: [
      [{ min: 0, max: 1 }, "question.step must be a number above 0, found nothing"],
      [{ min: 2, max: 1, step: 1 }, "question.max must be above min 2, found 1"],
      [
        { min: 0, max: 10, step: 5, default: 3 },
        "question.default must be a number from 0 to 10 in steps of 5, found 3",
      ],
    ],
    answers: [{ value: 5_000 }],
    badAnswers: [
      [{ value: 5_001 }, "value must be a number from 0 to 10000 in steps of 500 (e-mails a day), found 5001"],
      [{ value: "5000" }, 'value must be a number from -1000000 to 1000000, found "5000"'],
      [{ value: Number.NaN }, "value must be a number from -1000000 to 1000000, found NaN"],
    ],
    typed: [
      ["5000", { value: 5_000 }, "You set 5000 e-mails a day."],
      ["5,000 E-mails a day", { value: 5_000 }, "You set 5000 e-mails a day."],
      ["５０００", { value: 5_000 }, "You set 5000 e-mails a day."],
      ["default", { value: 1_000 }, "You set 1000 e-mails a day."],
    ],
    badTyped: [
      ["many", 'a number from 0 to 10000 in steps of 500 (e-mails a day), found "many"'],
      ["-5", "found -5"],
      ["1e3", 'found "1e3"'],
    ],
  },
  emoji_react: {
    good: [{ emoji: ["👍", "❤️", "👩‍💻"] }, {}],
    bad: [
      [{ emoji: ["x"] }, 'question.emoji[0] must be one emoji, each once, found "x"'],
      [{ emoji: ["❤️", "❤"] }, "question.emoji[1] must be one emoji, each once"],
    ],
    answers: [{ emoji: "👍" }],
    badAnswers: [
      [{ emoji: "🚀" }, "emoji must be one of"],
      [{ emoji: "👍👍" }, "emoji must be one emoji"],
    ],
    typed: [
      ["👩‍💻", { emoji: "👩‍💻" }, "You answered 👩‍💻."],
      ["❤", { emoji: "❤️" }, "You answered ❤️."],
      ["b", { emoji: "❤️" }, "You answered ❤️."],
    ],
    badTyped: [["nice", 'one of 👍, ❤️, 👩‍💻, found "nice"']],
  },
};

export const asked = (type: TypeName, given: Record<string, unknown>): NewQuestion =>
  ({ type, text: "Where are events kept?", ...given }) as unknown as NewQuestion;
