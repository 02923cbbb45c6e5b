import { basename } from "node:path";
import { listExchanges, readExchanges } from "../store/exchanges.ts";
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
 * Writes those pages beside what they show, so that a report leads to them; the places that have one. A page that cannot be
 * written costs nothing but the link to it.
 */
export async function writeExchangePages(experiment: Experiment): Promise<string[]> {
  const { dir, task } = experiment;
  const written: string[] = [];
  const there = await listExchanges(dir);
  for (const each of exchangePlaces(task).filter(({ place }) => there.has(place))) {
    const html = await exchangePage(experiment, each).catch(() => null);
    if (html === null) continue;
    const path = paths.exchangePage(dir, each.place);
    const old = await readRegular(path, dir);
    const isThere = old.state === "ok" && old.value === html;
    const wrote = isThere || (await writeDerived(dir, path, html).then(...SETTLED));
    if (wrote) written.push(each.place);
  }
  return written;
}
const SETTLED = [() => true, () => false] as const;
