import { judgeEdit } from "../../src/stages/work/gate.ts";
import { openGuardLog } from "../../src/store/guard-log.ts";
import type { GuardOn } from "../../src/store/guard-switch.ts";
import { edit, gateBench, verdict } from "./gate.ts";

/** What one process is to do: to judge so many edits of a project at the same time, by a slow model. */
export type GateWork = {
  directory: string;
  home: string;
  on: GuardOn;
  now: string;
  edits: readonly string[];
  ms: number;
};

/** As a host of its own. Prints a line when a model is asked, and one for each judged edit. */
async function work({ directory, home, on, now, edits, ms }: GateWork): Promise<void> {
  const at = await gateBench(async () => {
    console.log("asked");
    await Bun.sleep(ms);
    return verdict("refactoring", "allow");
  }, on.terms);
  const lab = { ...(await at.lab()), directory, person: { home, env: {} } };
  const log = openGuardLog(lab.base, () => new Date(now));
  await Promise.all(
    edits.map(async (name) => {
      const call = { session_id: name, call_id: name, tool: "edit", said: null, subagent: false };
      const edits = [edit(`src/${name}.ts`, "const a = 1;\n", `const ${name} = 2;\n`)];
      await judgeEdit({ lab, log, on, task: null, now: () => new Date(now) }, { ...call, edits });
      console.log("judged");
    }),
  );
  await at.dispose();
}

if (import.meta.main) await work(JSON.parse(process.argv[2] ?? "") as GateWork);
