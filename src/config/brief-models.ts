import type { AvailableModel } from "../artifacts/model.ts";
import { oneMore } from "./default-models.ts";
import { chooseModels } from "./models.ts";
import type { Config } from "./schema.ts";

/** Who asks the first questions, and who asks the others and writes the brief. */
export type BriefModels = {
  first: string;
  probe: string;
  /** Whether the second would design too: then it writes the task that its own design is judged by. */
  designs: boolean;
};

/** Throws LabError for a configured model that no connected provider offers, and where none is connected. */
export function chooseBriefModels(config: Config, available: readonly AvailableModel[]): BriefModels {
  const { designers, qualitative, quantitative, topic } = chooseModels(config, available);
  const judges = [...qualitative, ...quantitative].find((id) => !designers.includes(id));
  const probe = config.brief.probe_model ?? judges ?? oneMore(designers, available)?.id ?? (designers[0] as string);
  return { first: config.brief.first_model ?? topic, probe, designs: designers.includes(probe) };
}
