import type { Check } from "../artifacts/note.ts";
import { type Sentence, say, strong, typed } from "./sentence.ts";

/** How doctor found the lab. Where no model was asked it promises nothing of them. */
export function checkupSaid(checks: readonly Check[], asked: boolean): Sentence {
  const problems = checks.filter(({ state }) => state === "problem").length;
  if (problems > 0)
    return [strong(say`${problems} ${problems === 1 ? "thing keeps" : "things keep"} the lab from working.`)];
  const warned = checks.some(({ state }) => state === "warning");
  const well = warned ? say`The lab can work` : say`All is well`;
  const asking = say`${typed("doctor", "ask")} asks every model one tiny question.`;
  const said = asked
    ? say`${strong(say`${well}.`)}`
    : say`${strong(say`${well}, as far as one can tell without asking:`)} ${asking}`;
  return warned ? say`${said} Some of it is worth a look.` : said;
}
