import type { Ballot } from "../artifacts/ballot.ts";
import { gleanBallot } from "../experiment/glean.ts";
import { ballotPage } from "../views/html/judge/ballot-page.ts";
import { clientScript, JUDGE_STYLE } from "./assets.ts";

/** A ballot as one file to hand over, which needs no network: it saves a FilledBallot. */
export async function ballotHtml(ballot: Ballot): Promise<string> {
  return ballotPage(ballot, gleanBallot(ballot), { script: await clientScript("judge"), style: JUDGE_STYLE });
}
