import { FIELD_WORDS, TO_DO } from "../../../../story/answering.ts";
import { control } from "../control.ts";
import { Press } from "./parts.tsx";

export const confirmControl = control<"confirm", { choice: "yes" | "no" | "cancel" | null }>({
  draft: (_, answer) => ({ choice: answer?.choice ?? null }),
  answer: (_, { choice }) => (choice === null ? TO_DO.choose : { choice }),
  isPressed: () => true,
  Fields: ({ question, draft, send, held, labelled }) => (
    <fieldset class="presses" aria-labelledby={labelled} aria-disabled={held}>
      {(["yes", "no", "cancel"] as const).map((choice) => (
        <Press pressed={draft.choice === choice} press={() => send({ choice })}>
          <bdi>{question[choice] ?? USUAL[choice]}</bdi>
        </Press>
      ))}
    </fieldset>
  ),
});

const USUAL = { yes: "Yes", no: "No", cancel: "Neither, leave it" } as const;

export const thumbsControl = control<"thumbs", { choice: "up" | "down" | null }>({
  draft: (_, answer) => ({ choice: answer?.choice ?? null }),
  answer: (_, { choice }) => (choice === null ? TO_DO.choose : { choice }),
  isPressed: () => true,
  Fields: ({ draft, send, held, labelled }) => (
    <fieldset class="presses" aria-labelledby={labelled} aria-disabled={held}>
      <Press pressed={draft.choice === "up"} press={() => send({ choice: "up" })} sign={"\u{1F44D}"}>
        Thumbs up
      </Press>
      <Press pressed={draft.choice === "down"} press={() => send({ choice: "down" })} sign={"\u{1F44E}"}>
        Thumbs down
      </Press>
    </fieldset>
  ),
});

export const emojiReactControl = control<"emoji_react", { emoji: string }>({
  draft: (_, answer) => ({ emoji: answer?.emoji ?? "" }),
  answer: (_, { emoji }) => (emoji.trim() === "" ? TO_DO.emoji : { emoji: emoji.trim() }),
  isPressed: ({ emoji }) => emoji !== undefined,
  Fields({ question, draft, set, send, held, base, labelled }) {
    const free = question.emoji === undefined;
    return (
      <>
        <fieldset class="presses grid" aria-labelledby={labelled} aria-disabled={held && !free}>
          {(question.emoji ?? OFTEN).map((emoji) => (
            <Press pressed={draft.emoji === emoji} press={() => (free ? set({ emoji }) : send({ emoji }))} sign={emoji}>
              <span class={NAMES[bare(emoji)] ? "" : "hidden"}>{NAMES[bare(emoji)] ?? emoji}</span>
            </Press>
          ))}
        </fieldset>
        {free && (
          <div class="field short">
            <label for={`${base}-emoji`}>{FIELD_WORDS.emoji}</label>
            <input
              id={`${base}-emoji`}
              type="text"
              maxLength={32}
              autocomplete="off"
              value={draft.emoji}
              onInput={({ currentTarget }) => set({ emoji: currentTarget.value })}
            />
          </div>
        )}
      </>
    );
  },
});

/** How an emoji is drawn, in colour or not, makes no other one. */
const bare = (emoji: string): string => emoji.replaceAll("\uFE0F", "");

const NAMES: Readonly<Record<string, string>> = {
  "\u{1F44D}": "thumbs up",
  "\u{1F44E}": "thumbs down",
  "\u2764": "heart",
  "\u{1F389}": "party",
  "\u{1F680}": "rocket",
  "\u{1F440}": "eyes",
  "\u{1F914}": "thinking",
  "\u{1F615}": "confused",
  "\u{1F600}": "grin",
  "\u{1F622}": "sad",
  "\u{1F621}": "angry",
  "\u{1F525}": "fire",
  "\u2705": "check",
  "\u274C": "cross",
  "\u26A0": "warning",
  "\u{1F4A1}": "idea",
};
const OFTEN = [
  "\u{1F44D}",
  "\u{1F44E}",
  "\u2764\uFE0F",
  "\u{1F389}",
  "\u{1F680}",
  "\u{1F440}",
  "\u{1F914}",
  "\u{1F615}",
];
