import { render } from "preact-render-to-string";
import type { Block, Item } from "../../../story/block.ts";
import { quote, type Sentence, type SentencePart, say, words } from "../../../story/sentence.ts";
import type { VoteResult } from "../../../story/vote-result.ts";
import { Blocks } from "../blocks.tsx";
import { LetterMark } from "../text.tsx";
import { TheirWords } from "../words.tsx";

/** Columns of a title inside a sentence. */
const MAX_TITLE = 110;

/** The result as HTML of our own. Nothing in it leads to a part of a report, which is another page. */
export function drawResult({ said, designs, reviewers }: VoteResult): string {
  return render(
    <Blocks
      of={said.map(alone)}
      by={{
        reviewer: (id) => reviewers.get(id) ?? id,
        design: (id, withTitle) => {
          const found = designs.get(id);
          if (!found) return id;
          return (
            <>
              <LetterMark of={found.letter} />
              {withTitle && (
                <>
                  {" "}
                  <TheirWords of={found.title} max={MAX_TITLE} />
                </>
              )}
              {withTitle && found.own !== null && ` (your ${found.own})`}
            </>
          );
        },
      }}
    />,
  );
}

function alone(block: Block): Block {
  if (!("is" in block)) return unlinked(block);
  switch (block.is) {
    case "heading":
    case "lead":
    case "notice":
      return { ...block, of: unlinked(block.of) };
    case "list":
      return { ...block, of: block.of.map(itemAlone) };
    case "next":
      return { ...block, of: block.of.map(unlinked) };
    default:
      return block;
  }
}

function itemAlone(item: Item): Item {
  if (!("as" in item)) return unlinked(item);
  return typeof item.of === "function" ? item : { ...item, of: unlinked(item.of) };
}

/** A sentence whose requirements and places are words. */
function unlinked(sentence: Sentence): Sentence {
  return sentence.flatMap((part): readonly SentencePart[] => {
    if (typeof part === "string") return [part];
    if (part.is === "strong") return [{ ...part, of: unlinked(part.of) }];
    if (part.is === "place") return [part.of];
    if (part.is === "requirement")
      return part.text === null ? say`${words(part.id)}` : say`${words(part.id)} ${quote(part.text, "name")}`;
    return [part];
  });
}
