import type { DesignPoints } from "../artifacts/points.ts";
import { pointsOf } from "../stats/themes.ts";
import type { Artifacts } from "../store/artifacts.ts";

/** What reviewers said of one design, each point once with who said it. `reviews` are those of all designs. */
export function designPoints(design_id: string, reviews: Artifacts["reviews"]): DesignPoints {
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
