import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { LiveOffer, LiveOffered } from "../../src/story/live-offer.ts";
import type { LiveState } from "../../src/story/live-state.ts";
import { approved } from "../support/briefs.ts";
import { type Entered, enter, knockAt, raise } from "../support/enter.ts";
import { screenCode } from "../support/screen-code.ts";
import { settled } from "../support/settled.ts";
import { rehearse, stateOf } from "./support/rehearsal.ts";

const DESIGNERS = ["alpha/plans-9", "beta/plans-9"];
const REVIEWERS = ["gamma/judges-9"];
const LAB = { design_models: DESIGNERS, review_models: REVIEWERS };
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/#[A-Za-z0-9]{22}\b/u;
/** Milliseconds in which a host that is busy with other tests has answered. */
const SOON = 120_000;

/** What a page is told first of what it can begin, and how its run stands at last. */
async function follow({ page, cookie }: Entered) {
  const told: { offers: (LiveOffer | null)[]; states: LiveState[] } = { offers: [], states: [] };
  const { body } = await fetch(new URL(`events${new URL(page).search}`, page), { headers: { cookie } });
  void (async () => {
    let text = "";
    for await (const part of body ?? []) {
      text += Buffer.from(part).toString();
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const each of events.filter((event) => event.startsWith("data: "))) {
        const event = JSON.parse(each.slice(6)) as LiveOffered | LiveState;
        if ("offer" in event) told.offers.push(event.offer);
        else if ("standing" in event) told.states.push(event);
      }
    }
  })().catch(() => undefined);
  return told;
}

test("a person's page begins the run of an approved brief once, at the estimate that stands there, and shows what comes next; an agent's page cannot", async () => {
  await using lab = await rehearse({
    models: [...DESIGNERS, ...REVIEWERS].map((id, at) => ({ id, strength: at === 0 ? "thorough" : "thin" }) as const),
    // Any price would be asked about.
    lab: { ...LAB, confirm_above: 0 },
  });
  const { dir } = await approved(lab.project.directory, { home: lab.project.home });
  const reply = await lab.ask("open", { experiment: basename(dir) });
  const page = await enter(ADDRESS.exec(reply)?.[0] ?? "");
  const { offers, states } = await follow(page);
  await settled(() => offers.length > 0, SOON);
  const first = offers[0]?.estimate?.sha256;
  expect([typeof first, offers[0]?.estimate?.forecast.sessions]).toEqual(["string", 4]);
  const refused = await knockAt(page, "begin", { agreed: first });
  expect(refused.said.refused).toContain("a yes to what it costs is a person's word");

  expect((await knockAt(page, "code")).status).toBe(200);
  const own = await raise(page, await screenCode(stateOf(lab)));
  lab.configure({ ...LAB, confirm_above: 0, design_models: [...DESIGNERS, ...REVIEWERS] });
  expect((await knockAt(own, "begin", { agreed: first })).said.refused).toContain("has changed since it was shown");
  expect(lab.labRequests()).toHaveLength(0);
  // While a click is looked at the page shows no estimate for a moment.
  await settled(() => (offers.at(-1)?.estimate?.sha256 ?? first) !== first, SOON);
  const second = offers.at(-1)?.estimate?.sha256;
  const clicks = await Promise.all([own, own].map((each) => knockAt(each, "begin", { agreed: second })));
  expect(clicks.map(({ said }) => said)).toEqual([{}, {}]);
  await settled(() => existsSync(join(dir, "results/ranking.json")), SOON);
  await settled(() => states.at(-1)?.next?.kind === "decide", SOON);
  expect(lab.labRequests().filter(({ kind }) => kind === "design")).toHaveLength(3);
  expect((await knockAt(own, "begin", { agreed: second })).status).toBe(400);
  expect(lab.labRequests().filter(({ kind }) => kind === "design")).toHaveLength(3);
}, 600_000);
