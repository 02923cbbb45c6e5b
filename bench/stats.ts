import { benchAccuracy } from "./accuracy.ts";
import { benchCalibration } from "./calibration.ts";
import { benchFurther } from "./further.ts";
import { benchPeople } from "./people.ts";
import { benchPlans } from "./plans.ts";
import { benchSentences } from "./sentences.ts";
import { benchVerdicts } from "./verdicts.ts";

/**
 * Prints, as Markdown, how often the best design is found, whether P(best) keeps its word, whom verdicts name,
 * whether sentences are true, what a plan buys, what further reviewers find and what people add.
 */
export function benchStats(seed = 20_261): void {
  console.log(`Seed ${seed}\n`);
  benchAccuracy(seed);
  benchCalibration(seed);
  benchVerdicts(seed);
  benchSentences(seed);
  benchPlans(seed + 920);
  benchFurther(seed + 990);
  benchPeople(seed + 1100);
}
