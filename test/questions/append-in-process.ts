import { openJournal } from "../../src/questions/journal.ts";

/** Another process: asks argv[4] questions in argv[2], in tens, and answers each; its name argv[3] is in every text. */
const [, , dir = "", name = "", times = "0"] = process.argv;
const journal = openJournal(dir, () => new Date());
for (let at = 0; at < Number(times); at += 10) {
  const texts = Array.from({ length: 10 }, (_, each) => `${name} ${at + each}`);
  const asked = await journal.ask(
    texts.map((text) => ({ type: "ask_text", text, context: "語".repeat(2_000) })),
    "text",
  );
  for (const { id, question } of asked) await journal.answer(id, `${question.text} answered`, "page");
  process.stdout.write(".");
}
