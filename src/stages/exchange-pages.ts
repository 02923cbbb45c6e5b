import { createHash } from "node:crypto";
import { basename } from "node:path";
import { version } from "../../package.json";
import { listExchanges, readExchanges, stampOfPlace } from "../store/exchanges.ts";
import type { Experiment } from "../store/experiment.ts";
import { writeDerived } from "../store/files.ts";
import { paths } from "../store/paths.ts";
import { type ReadResult, readRegular } from "../store/read.ts";
import { openSeal, type Seal } from "../store/seal.ts";
import { type ExchangePlace, exchangePlaces } from "../story/exchange.ts";

/** What was sent for one thing and what came back, as a page; null where nothing of it is kept or can be read. */
export async function exchangePage({ dir, task }: Place, { place, of }: ExchangePlace): Promise<string | null> {
  const names = (await listExchanges(dir)).get(place) ?? [];
  if (names.length === 0) return null;
  const { kept, earlier } = await readExchanges(dir, place, names);
  if (kept.length === 0) return null;
  const { exchangeHtml } = await import("../views/html/exchange-page.tsx");
  const sessions = kept.map(({ path, exchange }) => ({ exchange, where: `exchanges/${basename(path)}` }));
  return exchangeHtml({ of, topic: task.topic, sessions, earlier });
}
type Place = Pick<Experiment, "dir" | "task">;

/** The page that leads to all of an experiment. */
export async function exchangeIndex({ dir, task }: Place, href: (place: string) => string): Promise<string> {
  const there = await listExchanges(dir);
  const places = exchangePlaces(task).flatMap(({ place, of }) => {
    const sessions = there.get(place)?.length ?? 0;
    return sessions === 0 ? [] : [{ of, sessions, href: href(place) }];
  });
  const { exchangeIndexHtml } = await import("../views/html/exchange-page.tsx");
  return exchangeIndexHtml({ topic: task.topic, places });
}

/**
 * Writes those pages beside what they show, so that a report leads to them; the places that have one. One that this
 * machine drew of the same files stays as it is, by the seal at its end. A page that cannot be written costs nothing but
 * the link to it.
 */
export async function writeExchangePages(experiment: Experiment): Promise<string[]> {
  const { dir, task, person } = experiment;
  const written: string[] = [];
  const there = await listExchanges(dir);
  if (there.size === 0) return written;
  const seal = person && (await openSeal(person));
  for (const each of exchangePlaces(task)) {
    const names = there.get(each.place);
    if (names === undefined) continue;
    const path = paths.exchangePage(dir, each.place);
    const of = [version, task.topic, each, await stampOfPlace(dir, names)];
    if (seal && isSealedPage(seal, of, await readRegular(path, dir))) {
      written.push(each.place);
      continue;
    }
    const html = await exchangePage(experiment, each).catch(() => null);
    if (html === null) continue;
    const page = seal === undefined ? html : `${html}<!-- ${seal.of(sealed(of, html))} -->\n`;
    if (await writeDerived(dir, path, page).then(...SETTLED)) written.push(each.place);
  }
  return written;
}
const SETTLED = [() => true, () => false] as const;

const MARKED = /^(.*)<!-- ([0-9a-f]{64}) -->\n$/su;

/** Whether a page is, letter for letter, what this machine drew of just that. */
function isSealedPage(seal: Seal, of: unknown, page: ReadResult<string>): boolean {
  const [, html = "", mac] = (page.state === "ok" && MARKED.exec(page.value)) || [];
  return seal.holds(sealed(of, html), mac);
}

const sealed = (of: unknown, html: string) => ({
  exchange_page: createHash("sha256").update(html).digest("hex"),
  of,
});
