import { benchAccuracy } from "./accuracy.ts";
import { benchCalibration } from "./calibration.ts";
import { benchSentences } from "./sentences.ts";
import { benchVerdicts } from "./verdicts.ts";

/**
 * Prints, as Markdown, how often the best design is found, whether P(best) keeps its word, whom verdicts name and
 * whether sentences are true.
 */
export function benchStats(seed = 20_261): void {
  console.log(`Seed ${seed}\n`);
  benchAccuracy(seed);
  benchCalibration(seed);
  benchVerdicts(seed);
  benchSentences(seed);
}
