import { createHash } from "node:crypto";
import { basename } from "node:path";
import { listExchanges, readExchanges, stampOfPlace } from "../store/exchanges.ts";
import type { Experiment } from "../store/experiment.ts";
import { writeDerived } from "../store/files.ts";
import { paths } from "../store/paths.ts";
import { readRegular } from "../store/read.ts";
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
 * process drew of the same files, and that is still as it was drawn, stays. A page that cannot be written costs nothing
 * but the link to it.
 */
export async function writeExchangePages(experiment: Experiment): Promise<string[]> {
  const { dir, task } = experiment;
  const written: string[] = [];
  const there = await listExchanges(dir);
  for (const each of exchangePlaces(task)) {
    const names = there.get(each.place);
    if (names === undefined) continue;
    const path = paths.exchangePage(dir, each.place);
    const of = JSON.stringify([task.topic, each, await stampOfPlace(dir, names)]);
    const page = await readRegular(path, dir);
    if (page.state === "ok" && drawn.get(path) === markOf(of, page.value)) {
      written.push(each.place);
      continue;
    }
    const html = await exchangePage(experiment, each).catch(() => null);
    if (html === null || !(await writeDerived(dir, path, html).then(...SETTLED))) continue;
    drawn.set(path, markOf(of, html));
    written.push(each.place);
  }
  return written;
}

/** What each page of this process was drawn of, and what came of it. */
const drawn = new Map<string, string>();
const markOf = (of: string, html: string): string => createHash("sha256").update(of).update(html).digest("hex");
const SETTLED = [() => true, () => false] as const;
