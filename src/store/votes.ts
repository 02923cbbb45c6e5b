import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Problem } from "../artifacts/problem.ts";
import { refuseLinked } from "./files.ts";
import { paths } from "./paths.ts";

/** People of one experiment; the votes of more are named and left out. */
export const MAX_PEOPLE = 100;

/** Makes the folder of an experiment in which votes lie, and that in which a person's blind texts do; returns both. Throws LabError where one is a link. */
export async function makeVotes(dir: string, reviewer_id = ""): Promise<{ votes: string; blind: string }> {
  const [votes, blind] = [join(dir, "votes"), paths.blindFolder(dir, reviewer_id)];
  await refuseLinked(dir, join(reviewer_id === "" ? votes : blind, "any"));
  await mkdir(reviewer_id === "" ? votes : blind, { recursive: true });
  return { votes, blind };
}

/** Whose votes lie in an experiment's folder, by name, as many as are read; of more it says so. */
export async function votersIn(dir: string): Promise<{ ids: string[]; problems: Problem[] }> {
  const path = join(dir, "votes");
  const entries = await readdir(path).catch(() => []);
  const ids = entries.flatMap((name) => /^vote-(.{1,200})\.json$/u.exec(name)?.[1] ?? []).sort();
  const reason = `At most ${MAX_PEOPLE} people judge an experiment, found ${ids.length}`;
  const problems: Problem[] =
    ids.length > MAX_PEOPLE ? [{ kind: "out-of-bounds", artifact: "vote", path, reason }] : [];
  return { ids: ids.slice(0, MAX_PEOPLE), problems };
}

/** Who was shown the designs of an experiment under letters of their own, by ids. */
export async function readShown(dir: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(join(dir, "votes")).catch(() => []);
  return new Set(
    entries.flatMap((name) => /^(?:vote-(?=.*\.json$)|blind-)(.{1,200}?)(?:\.json)?$/u.exec(name)?.[1] ?? []),
  );
}
