import { bytesText, count } from "../text/numbers.ts";
import { type Block, list } from "./block.ts";
import { path, type Sentence, say, strong, together, words } from "./sentence.ts";

/** One experiment with what it takes on the disk. */
type Row = { experiment: string; bytes: number; files: number };

/** Experiments that are named before the rest is counted. */
const MOST = 100;

/** What is typed for each, as it stands in help. */
export const HOUSE_WORDS = {
  experiments: {
    word: "experiments",
    usage: "experiments",
    does: "what each experiment takes on the disk, the largest first, and all of them",
  },
  remove: {
    word: "remove",
    usage: "remove EXPERIMENT",
    does: "deletes one for good, after you typed its name; at a terminal alone",
  },
  move: {
    word: "move",
    usage: "move EXPERIMENT FOLDER",
    does: "moves one away, into a folder outside the experiments, after you typed its name; at a terminal alone",
  },
} as const;

/** What experiments take on the disk, each and in all. */
export function diskSaid(rows: readonly Row[], bases: readonly string[]): Block[] {
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  if (rows.length === 0) return [say`There is no experiment.`];
  return [
    say`${strong(say`${count(rows.length, "experiment")}, ${bytesText(bytes)}`)} in ${together(bases.map(path), ", ")}.`,
    {
      is: "table",
      head: ["experiment", "size", "files"],
      rows: rows.slice(0, MOST).map((row) => [row.experiment, bytesText(row.bytes), String(row.files)]),
      align: ["l", "r", "r"],
    },
    rows.length > MOST ? say`and ${rows.length - MOST} smaller ones` : [],
  ];
}

type Leaving = { id: string; dir: string; bytes: number; files: number; rests: readonly string[] | null };

/** Which files of the project rest on an experiment, each in a line, before anybody is asked. */
export const restsSaid = ({ id, rests }: Leaving): string[] =>
  rests === null
    ? [`Its decision or its plan cannot be read, so which files of the project rest on ${id} is not known.`]
    : rests.length === 0
      ? []
      : [
          `These files of the project rest on ${id} and stay; what they quote of it has no source then:`,
          ...rests.map((file) => `  ${file}`),
        ];

/** Asks whether one is to go, or to be moved. */
export const mayRemove = ({ id, dir, bytes, files }: Leaving): string =>
  `Delete ${dir} for good, ${files} files of ${bytesText(bytes)}? Type ${id} or yes:`;
export const mayMove = ({ id, dir, bytes, files }: Leaving, place: string): string =>
  `Move ${dir}, ${files} files of ${bytesText(bytes)}, to ${place}? Type ${id} or yes:`;

/** What became of it. */
export const removedSaid = ({ id, rests }: Leaving): Block[] => [
  say`${strong(say`${words(id)} is deleted.`)}`,
  ...restList(rests),
];
export const movedSaid = ({ id, dir, rests }: Leaving, place: string): Block[] => [
  say`${strong(say`${words(id)} lies in ${path(place)} now.`)} It is in no list here until that folder is moved back to ${path(dir)}.`,
  ...restList(rests),
];

const restList = (rests: Leaving["rests"]): Block[] =>
  rests === null || rests.length === 0
    ? []
    : [say`These files rest on it:`, list(rests.map((file): Sentence => say`${path(file)}`))];
