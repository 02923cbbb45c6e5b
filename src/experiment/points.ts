import type { DesignPoints } from "../artifacts/points.ts";
import type { Review } from "../artifacts/review.ts";
import { pointsOf } from "../stats/themes.ts";

/** What reviewers said of one design, each point once with who said it. */
export function pointsOn(design_id: string, reviews: readonly Review[]): DesignPoints {
  const own = reviews.filter((review) => review.design_id === design_id);
  const said = (part: "strengths" | "weaknesses" | "missing_considerations" | "suggested_improvements") =>
    pointsOf(own.flatMap(({ reviewer_id, [part]: texts }) => texts.map((text) => ({ reviewer_id, text }))));
  return {
    design_id,
    strengths: said("strengths"),
    weaknesses: said("weaknesses"),
    missing: said("missing_considerations"),
    improvements: said("suggested_improvements"),
  };
}
