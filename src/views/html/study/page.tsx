import type { VNode } from "preact";
import { render } from "preact-render-to-string";
import { groupSaid, pageTitle, STUDY_PAGE } from "../../../story/study-page.ts";
import {
  cellText,
  failedSaid,
  headSaid,
  providersSaid,
  type StateCounts,
  type StudyProgress,
  type StudySeen,
  standingSaid,
  studyNext,
  workersSaid,
} from "../../../story/study-standing.ts";
import { cleanValue } from "../../../text/clean.ts";
import { Blocks } from "../blocks.tsx";
import { Said } from "../said.tsx";
import { TheirWords } from "../words.tsx";
import type { StudyPart } from "./told.ts";

/** Tasks of one group of rows; a study of no more shows all of them at once. */
const GROUP = 50;

/** The page of a study as it stands: its title, and its parts in the order in which they stand. */
export function drawStudy(given: StudySeen): { title: string; parts: StudyPart[] } {
  const seen = cleanValue(given).value;
  const { progress } = seen;
  const part = (id: string, of: VNode): StudyPart => ({ id, html: render(of) });
  const groups = groupsOf(progress);
  return {
    title: pageTitle(seen.standing),
    parts: [
      part(
        "standing",
        <>
          <h1>
            <Said of={headSaid(seen.standing)} />
          </h1>
          <Bar of={seen.standing.counts} />
          <Blocks of={standingSaid(seen).slice(1)} />
        </>,
      ),
      part("failed", <Blocks of={failedSaid(progress)} />),
      ...groups.flatMap((group, at) => [
        part(`group-${at}`, <GroupName of={group} />),
        part(`rows-${at}`, <Rows of={group} panels={progress.panels} />),
      ]),
      part("workers", <Blocks of={workersSaid(seen)} />),
      part("providers", <Blocks of={providersSaid(seen)} />),
      part("next", <Blocks of={[{ is: "next", of: studyNext(seen, { watched: true }) }]} />),
    ],
  };
}

type Group = { from: number; tasks: StudyProgress["tasks"] };

function groupsOf({ tasks }: StudyProgress): Group[] {
  const groups: Group[] = [];
  for (let from = 0; from < tasks.length; from += GROUP) groups.push({ from, tasks: tasks.slice(from, from + GROUP) });
  return groups;
}

/** All of it as one piece, in which every part can be replaced without the others. */
export function wholeStudy(parts: readonly StudyPart[], { panels, tasks }: StudyProgress): string {
  const html = new Map(parts.map((each) => [each.id, each.html]));
  const Part = ({ id }: { id: string }) => <section id={id} dangerouslySetInnerHTML={{ __html: html.get(id) ?? "" }} />;
  const groups = groupsOf({ panels, tasks, waiting: [], failed: [] });
  const table = (at: number) => (
    <table class="listing cells">
      <caption class="hidden">{STUDY_PAGE.table}</caption>
      <thead>
        <tr>
          <th scope="col">{STUDY_PAGE.task}</th>
          {panels.map((panel) => (
            <th scope="col">
              <TheirWords of={panel} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody id={`rows-${at}`} dangerouslySetInnerHTML={{ __html: html.get(`rows-${at}`) ?? "" }} />
    </table>
  );
  return render(
    <>
      <header class="top">
        <p class="eyebrow">{STUDY_PAGE.eyebrow}</p>
        <Part id="standing" />
      </header>
      <main>
        <Part id="failed" />
        {groups.length > 0 && <h2>{STUDY_PAGE.tasks}</h2>}
        {groups.length === 1
          ? table(0)
          : groups.map((_, at) => (
              <details open={at === 0}>
                <summary id={`group-${at}`} dangerouslySetInnerHTML={{ __html: html.get(`group-${at}`) ?? "" }} />
                {table(at)}
              </details>
            ))}
        <Part id="workers" />
        <Part id="providers" />
        <Part id="next" />
        <p class="lead">{STUDY_PAGE.looks}</p>
      </main>
    </>,
  );
}

function GroupName({ of: { from, tasks } }: { of: Group }) {
  const sum: Record<keyof StateCounts, number> = { waiting: 0, running: 0, done: 0, failed: 0 };
  for (const { cells } of tasks) for (const cell of cells) for (const state of STATES) sum[state] += cell[state];
  return <Said of={groupSaid(from + 1, from + tasks.length, sum)} />;
}

const STATES = ["done", "running", "failed", "waiting"] as const;

function Rows({ of: { tasks }, panels }: { of: Group; panels: readonly string[] }) {
  return (
    <>
      {tasks.map(({ key, title, cells }) => (
        <tr>
          <th scope="row">
            <TheirWords of={title === "" ? key : title} max={90} /> <span class="key">{key}</span>
          </th>
          {cells.map((cell, at) => (
            <td data-head={panels[at]} class={classOf(cell)}>
              {cellText(cell)}
            </td>
          ))}
        </tr>
      ))}
    </>
  );
}

/** What a cell is coloured by: the state that matters most of those in it. */
function classOf({ failed, running, waiting, done }: StateCounts): string {
  if (failed > 0) return "failed";
  if (running > 0) return "asking";
  return waiting > 0 || done === 0 ? "waiting" : "done";
}

/** How much of all is done, runs, failed and waits, as one bar; the sentences beside it say the same. */
function Bar({ of }: { of: StateCounts }) {
  const all = STATES.reduce((sum, state) => sum + of[state], 0);
  if (all === 0) return null;
  let x = 0;
  return (
    <svg class="share" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      {STATES.map((state) => {
        const [from, width] = [x, (100 * of[state]) / all];
        x += width;
        return <rect class={`of-${state}`} x={from.toFixed(3)} y="0" width={width.toFixed(3)} height="4" />;
      })}
    </svg>
  );
}
