import type { GuardLine } from "../artifacts/guard.ts";
import type { Home } from "./private.ts";
import { openSeal } from "./seal.ts";

/** Signs lines of guard.jsonl, which anybody can write who can write the project. */
export type LineSigner = {
  sign(line: GuardLine): GuardLine;
  /** Whether the guard of this project on this machine wrote the line as it is. */
  isSigned(line: GuardLine): boolean;
};

/** Opens the signer of one project, with the user's secret on this machine. */
export async function openLineSigner(project: Home & { directory: string }): Promise<LineSigner> {
  const seal = await openSeal(project);
  const signed = ({ mac: _, ...line }: GuardLine) => ({ word: "guard line", directory: project.directory, line });
  return {
    sign: (line) => ({ ...line, mac: seal.of(signed(line)) }),
    isSigned: (line) => seal.holds(signed(line), line.mac),
  };
}
