import { useEffect, useState } from "preact/hooks";
import type { Block } from "../../../story/block.ts";
import { LIVE_HISTORY, type LiveReply } from "../../../story/live-reply.ts";
import { Blocks } from "../blocks.tsx";
import { Said } from "../said.tsx";
import { namingExperiments } from "./naming.ts";
import { askHistory } from "./send.ts";

/** What all experiments say together. It is read when the page comes and when a person asks, for it takes its time. */
export function HistoryShown() {
  const [told, tell] = useState<LiveReply | null>(null);
  const [refused, refuse] = useState("");
  const [busy, work] = useState(false);
  const read = async (): Promise<void> => {
    work(true);
    const came = await askHistory();
    work(false);
    refuse(came.ok ? "" : came.refused);
    if (came.ok) tell(came.said);
  };
  useEffect(() => void read(), []);
  return (
    <>
      {refused !== "" && (
        <p class="refused" role="alert">
          {refused}
        </p>
      )}
      <p class="actions">
        <button type="button" class="button" aria-disabled={busy} onClick={() => void (busy || read())}>
          {LIVE_HISTORY.again}
        </button>
        <span role="status">{busy ? LIVE_HISTORY.reading : ""}</span>
      </p>
      {told &&
        partsOf(told.blocks).map(({ title, blocks }, at) => (
          <section
            {...(title === null ? { "aria-label": LIVE_HISTORY.title } : { "aria-labelledby": `history-${at}` })}
          >
            {title && (
              <h2 id={`history-${at}`}>
                <Said of={title.of} />
              </h2>
            )}
            <Blocks of={blocks} by={namingExperiments(told.keys)} />
          </section>
        ))}
    </>
  );
}

type Title = Extract<Block, { is: "heading" }>;
type Part = { title: Title | null; blocks: Block[] };

const isTitle = (block: Block): block is Title => "is" in block && block.is === "heading";
/** The heading of all of it is the page's own. */
const isOfAll = (block: Block): boolean => isTitle(block) && block.level === 2;
const isBlank = (block: Block): boolean =>
  "is" in block ? "of" in block && Array.isArray(block.of) && block.of.length === 0 : block.length === 0;

/** Blocks by the headings that they stand under. */
function partsOf(blocks: readonly Block[]): Part[] {
  const parts: Part[] = [];
  for (const block of blocks.filter((each) => !isOfAll(each) && !isBlank(each))) {
    if (isTitle(block)) parts.push({ title: block, blocks: [] });
    else if (parts.length === 0) parts.push({ title: null, blocks: [block] });
    else parts.at(-1)?.blocks.push(block);
  }
  return parts;
}
