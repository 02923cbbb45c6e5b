import type { TypeName } from "../../../questions/types.ts";
import type { Control } from "./control.ts";
import { reviewSectionControl, showDiffControl, showPlanControl } from "./controls/approvals.tsx";
import { pickManyControl, pickOneControl, showOptionsControl } from "./controls/choices.tsx";
import { askFileControl, askImageControl } from "./controls/files.tsx";
import { rateControl, sliderControl } from "./controls/numbers.tsx";
import { confirmControl, emojiReactControl, thumbsControl } from "./controls/quick.tsx";
import { rankControl } from "./controls/rank.tsx";
import { askCodeControl, askTextControl } from "./controls/texts.tsx";

/** How each type of question is answered on the page; a type without a control does not compile. */
const CONTROLS = {
  pick_one: pickOneControl,
  pick_many: pickManyControl,
  confirm: confirmControl,
  ask_text: askTextControl,
  ask_code: askCodeControl,
  ask_image: askImageControl,
  ask_file: askFileControl,
  show_options: showOptionsControl,
  show_diff: showDiffControl,
  show_plan: showPlanControl,
  review_section: reviewSectionControl,
  rank: rankControl,
  rate: rateControl,
  thumbs: thumbsControl,
  slider: sliderControl,
  emoji_react: emojiReactControl,
} satisfies { [T in TypeName]: Control<T, object> };

/** The control of a type, for whoever does not know which it is. */
export const controlOf = (type: TypeName) => CONTROLS[type] as unknown as Control<TypeName, object>;
