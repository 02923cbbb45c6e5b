import { basename } from "node:path";
import { calledIn, calledOf } from "../../artifacts/names.ts";
import type { Panel } from "../../artifacts/task.ts";
import { UsageError } from "../../errors.ts";
import { type Child, childrenOf, toldRounds } from "../../experiment/rounds.ts";
import { type View, viewOf } from "../../experiment/view.ts";
import { listExchanges, readExchanges } from "../../store/exchanges.ts";
import { type Either, hasTask } from "../../store/open.ts";
import { paths } from "../../store/paths.ts";
import {
  type ExchangePlace,
  earlierSaid,
  exchangePlaces,
  noneKept,
  placeLine,
  SENT_AND_CAME,
} from "../../story/exchange.ts";
import { join, literal, md } from "../../text/markdown.ts";
import { callCode, typedCode } from "../../text/typed.ts";
import { drawn } from "../../views/markdown/drawn.ts";
import { exchangeText } from "../../views/markdown/exchange-text.ts";
import { problemLines } from "../../views/markdown/lines.ts";
import type { Reply } from "../op.ts";
import { refuseWithheld } from "../refusals.ts";

/** Sessions of one place that a reply shows, the latest. */
const MAX_SHOWN = 3;

type Wanted = { design?: string | undefined; reviewer?: string | undefined };

/** What was sent and what came back: all that is kept of an experiment as a list, or one design or evaluation whole. */
export async function showExchange(found: Either, { design, reviewer }: Wanted): Promise<Reply> {
  const id = basename(found.dir);
  const view = hasTask(found) ? await viewOf(found) : null;
  if (view !== null) refuseWithheld(view, "what was sent and came back in");
  const { dir, panel } = (view && design !== undefined && childPlace(view, design)) || {
    dir: found.dir,
    panel: hasTask(found) ? found.task : NOBODY,
  };
  const there = await listExchanges(dir);
  const head = md`## ${SENT_AND_CAME}`;
  const files = paths.exchanges(dir);
  const about = { experiment: id, directory: dir };
  if (design === undefined) {
    if (reviewer !== undefined)
      throw new UsageError("Cannot show what a reviewer was sent of no design: name the design too.");
    const kept = exchangePlaces(panel).flatMap((each) => {
      const names = there.get(each.place) ?? [];
      return names.length === 0 ? [] : [{ ...each, names }];
    });
    const lines = kept.map((each) => md`- ${drawn(placeLine(id, each, each.names.length, wordsOf(panel, each)))}`);
    const text = lines.length === 0 ? drawn(noneKept(null)) : join(lines, "\n");
    const facts = { ...about, exchanges: kept.map(({ place, names }) => ({ place, files: [...names] })) };
    return { text: join([head, text, md`Files: ${literal(files)}`], "\n\n"), files, facts };
  }
  const place = placeOf(panel, { design, reviewer }, id);
  const names = there.get(place.place) ?? [];
  const { kept, earlier, problems } = await readExchanges(dir, place.place, names);
  const shown = kept.slice(-MAX_SHOWN);
  const texts = shown.map(({ path, exchange }) => exchangeText(exchange, path));
  const before = earlierSaid(earlier + kept.length - shown.length);
  const text = join(
    [
      head,
      md`### ${drawn(place.of)}`,
      ...(before.length > 0 ? [drawn(before)] : []),
      ...(texts.length > 0 ? texts : [drawn(noneKept(place.of))]),
      ...problemLines(problems),
    ],
    "\n\n",
  );
  return { text, files, facts: { ...about, exchanges: [{ place: place.place, files: [...names] }] } };
}

/** The round in which a design was made, by what it is called there, and where that lies; null of any other design. */
function childPlace(view: View, design: string): { dir: string; panel: Panel } | null {
  const isMeant = ({ row: { design_id, lineage } }: Child): boolean =>
    design_id === design || lineage.name === design.toUpperCase();
  const round = toldRounds(view).find((each) => childrenOf(each).some(isMeant));
  return round === undefined ? null : { dir: round.experiment.dir, panel: round.experiment.task };
}

const NOBODY: Panel = { designers: [], reviewers: [] };

/** The words after `exchange` that show one place; null where there are none. */
function wordsOf({ designers, reviewers }: Panel, { design_id, reviewer_id }: ExchangePlace): string[] | null {
  const at = designers.findIndex((each) => each.design_id === design_id);
  if (at < 0) return null;
  const by = reviewers.find((each) => each.reviewer_id === reviewer_id);
  const name = calledIn({ designers }, design_id ?? "");
  return [by === undefined ? name : `${name}/${by.model}`];
}

/** A design by its letter, its id or its model, and a reviewer by its id or its model; its name alone will do. */
function placeOf(
  panel: Panel,
  { design, reviewer }: { design: string; reviewer?: string | undefined },
  id: string,
): ExchangePlace {
  const { designers, reviewers } = panel;
  const designer =
    designers.find((each, at) => calledOf(each, at) === design.toUpperCase() || each.design_id === design) ??
    designers.find(({ model }) => model === design);
  const advice = `${typedCode("show", id, "exchange")} (${callCode("show", { experiment: id, what: "exchange" })}) lists what there is.`;
  if (designer === undefined)
    throw new UsageError(
      `Cannot show what was sent for design ${JSON.stringify(design)}: there is none of that name.`,
      { advice },
    );
  const by =
    reviewer === undefined
      ? undefined
      : (reviewers.find(({ reviewer_id, model }) => [reviewer_id, model].includes(reviewer)) ??
        reviewers.find(({ model }) => model.endsWith(`/${reviewer}`)));
  if (reviewer !== undefined && by === undefined)
    throw new UsageError(
      `Cannot show what was sent to reviewer ${JSON.stringify(reviewer)}: there is none of that name.`,
      { advice },
    );
  const found = exchangePlaces(panel).find(
    (each) => each.design_id === designer.design_id && each.reviewer_id === by?.reviewer_id,
  );
  if (found === undefined) throw new Error(`no place of ${designer.design_id}`);
  return found;
}
