import type { Exchange } from "../../artifacts/exchange.ts";
import { exchangeFacts, exchangeTexts, unshownSaid } from "../../story/exchange.ts";
import { block, inline, join, type Markdown, md } from "../../text/markdown.ts";
import { drawn } from "./drawn.ts";

/** Characters of one text in a reply. */
const MAX_TEXT = 3_000;

/** One session as a reply shows it, each text from its beginning. `where`: its file. */
export function exchangeText(exchange: Exchange, where: string): Markdown {
  const facts = exchangeFacts(exchange, where).map(([name, said]) => md`- ${inline(name)}: ${drawn(said)}`);
  const texts = exchangeTexts(exchange).flatMap(({ name, said, note }) => {
    const shown = said?.text.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/u, "") ?? "";
    const left = said === null ? [] : unshownSaid({ shown: shown.length, said, where });
    return [
      md`**${inline(name)}**`,
      ...(note.length > 0 ? [drawn(note)] : []),
      ...(shown === "" ? [] : [block(shown)]),
      ...(left.length > 0 ? [drawn(left)] : []),
    ];
  });
  return join([join(facts, "\n"), ...texts], "\n\n");
}
