import { answeringPage, type PageShown } from "../../story/open-page.ts";
import type { Markdown } from "../../text/markdown.ts";
import { blocksText } from "./blocks.ts";

/** Where questions can be answered by hand. */
export const pageText = (page: PageShown): Markdown => blocksText(answeringPage(page));
