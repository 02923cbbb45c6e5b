import type { TypeName } from "../../../questions/types.ts";
import type { Control } from "./control.ts";
import { reviewSection, showDiff, showPlan } from "./controls/approvals.tsx";
import { pickMany, pickOne, showOptions } from "./controls/choices.tsx";
import { askFile, askImage } from "./controls/files.tsx";
import { rate, slider } from "./controls/numbers.tsx";
import { confirm, emojiReact, thumbs } from "./controls/quick.tsx";
import { rank } from "./controls/rank.tsx";
import { askCode, askText } from "./controls/texts.tsx";

/** How each type of question is answered on the page; a type without a control does not compile. */
const CONTROLS = {
  pick_one: pickOne,
  pick_many: pickMany,
  confirm,
  ask_text: askText,
  ask_code: askCode,
  ask_image: askImage,
  ask_file: askFile,
  show_options: showOptions,
  show_diff: showDiff,
  show_plan: showPlan,
  review_section: reviewSection,
  rank,
  rate,
  thumbs,
  slider,
  emoji_react: emojiReact,
} satisfies { [T in TypeName]: Control<T, object> };

/** The control of a type, for whoever does not know which it is. */
export const controlOf = (type: TypeName) => CONTROLS[type] as unknown as Control<TypeName, object>;
