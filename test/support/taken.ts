import type { StudyBundle } from "../../src/artifacts/study.ts";
import { bundleHash, fileHash } from "../../src/study/manifest.ts";
import type { LabCall, LabCame } from "../../src/study/perform.ts";
import { GivenBack, type TakenExperiment } from "../../src/study/queue.ts";
import type { WorkFolder } from "../../src/study/work-folder.ts";
import { answerCall } from "../../src/tool.ts";
import { type BenchOptions, bench } from "./lab.ts";

/** What a queue has stored of one experiment, by path; `order` is in which it came. */
export type Stored = {
  files: Map<string, Uint8Array>;
  order: string[];
  spent: { cost: number; tokens: number; unpriced: number }[];
  refused: string[];
  /** What this worker was charged. */
  charged: number;
  /** The hash that is told of a path, where it is another than that of its bytes. */
  hashes: Map<string, string>;
};

export const nothingStored = (): Stored => ({
  ...{ files: new Map(), order: [], spent: [], refused: [], charged: 0, hashes: new Map() },
});

/** An experiment of a study in a worker's hands, whose queue is a map. `lost`: every write is refused from now on. */
export function takenOf(
  bundle: StudyBundle,
  stored: Stored,
  {
    epoch = 1,
    sessions = null as number | null,
    panel = bundle.panels[0]?.name ?? "",
    cost = 0,
    allowance = null as number | null,
  } = {},
): TakenExperiment & { leave: AbortController; lost: { is: boolean } } {
  const leave = new AbortController();
  const lost = { is: false };
  const refuse = (): void => {
    if (lost.is) throw new GivenBack();
  };
  const task = bundle.tasks[0]?.key ?? "";
  return {
    leave,
    lost,
    hash: bundleHash(bundle),
    bundle,
    experiment: {
      ...{ key: `${task}/${panel}/1`, task, panel, repeat: 1, state: "running", step: null, epoch, worker: "w" },
      ...{ reason: null, advice: null, cost, tokens: 0, unpriced: 0, reserved: 0, begun: null, ended: null },
      ...{ seconds: 0, files: 0, bytes: 0, manifest: null },
    },
    signal: leave.signal,
    step: (_, work) => work(),
    async anew() {
      refuse();
      stored.order.push("anew");
    },
    files: async () =>
      [...stored.files].map(([path, bytes]) => ({
        path,
        sha256: stored.hashes.get(path) ?? fileHash(bytes),
        bytes: bytes.length,
      })),
    read: async (path) => stored.files.get(path) ?? null,
    async put(path, bytes) {
      refuse();
      stored.order.push(path);
      if (bytes === null) stored.files.delete(path);
      else stored.files.set(path, new Uint8Array(bytes));
    },
    async charge(own) {
      stored.charged = own;
    },
    async spent(here, before = { cost: 0, tokens: 0, unpriced: 0 }) {
      stored.charged = here.cost;
      refuse();
      const all = (of: keyof typeof here) => Math.max(before[of], of === "cost" ? cost : 0) + here[of];
      stored.spent.push({ cost: all("cost"), tokens: all("tokens"), unpriced: all("unpriced") });
    },
    allowance: async () => allowance,
    share: (_, work) => work(sessions),
    refused: async (provider) => void stored.refused.push(provider),
  };
}

/** Makes calls as a host does that works in the folder, with scripted models; what each call was, in order. */
export function labsIn(options: BenchOptions & { home: string }) {
  const calls: (LabCall & { directory: string })[] = [];
  const asked: { model: string; role: string; text: string }[] = [];
  return {
    calls,
    asked,
    async call(
      call: LabCall,
      { directory, sha256 }: WorkFolder,
      _panel: string,
      signal: AbortSignal,
    ): Promise<LabCame> {
      calls.push({ ...call, directory });
      const lab = await bench({ ...options, dir: directory, ...(sha256 !== null && { allow_config: sha256 }) });
      const stop = () => lab.controller.abort();
      signal.addEventListener("abort", stop, { once: true });
      if (signal.aborted) stop();
      const came = await answerCall(call, lab.context);
      asked.push(...lab.host.prompts.map(({ model, role, text }) => ({ model, role, text })));
      return came;
    },
  };
}
