import { MAX_WORDS } from "../../../../questions/limits.ts";
import { AS_TYPED, TO_DO } from "../../../../story/answering.ts";
import { Left } from "../../client/area.tsx";
import { control, written } from "../control.ts";

export const askTextControl = control<"ask_text", { text: string }>({
  draft: (_, answer) => ({ text: answer?.text ?? "" }),
  answer: (_, { text }) => (written(text) === undefined ? TO_DO.write : { text }),
  Fields({ question: { multiline, placeholder, max_length = MAX_WORDS }, draft, set, base, labelled }) {
    const field = {
      id: `${base}-text`,
      dir: "auto",
      value: draft.text,
      maxLength: max_length,
      placeholder,
      "aria-labelledby": labelled,
    } as const;
    return (
      <div class="field">
        {multiline ? (
          <textarea {...field} rows={5} onInput={({ currentTarget }) => set({ text: currentTarget.value })} />
        ) : (
          <input {...field} type="text" onInput={({ currentTarget }) => set({ text: currentTarget.value })} />
        )}
        <Left of={draft.text} max={max_length} />
      </div>
    );
  },
});

export const askCodeControl = control<"ask_code", { code: string }>({
  draft: (_, answer) => ({ code: answer?.code ?? "" }),
  answer: ({ language }, { code }) =>
    written(code) === undefined ? TO_DO.write : { code, ...(language !== undefined && { language }) },
  Fields: ({ question: { language }, draft, set, base, labelled }) => (
    <div class="field">
      <p class="lead" id={`${base}-kept`}>
        {language === undefined ? "Code" : <code>{language}</code>}, {AS_TYPED}
      </p>
      <textarea
        class="code"
        dir="ltr"
        rows={10}
        wrap="off"
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        value={draft.code}
        maxLength={MAX_WORDS}
        aria-labelledby={labelled}
        aria-describedby={`${base}-kept`}
        onInput={({ currentTarget }) => set({ code: currentTarget.value })}
      />
      <Left of={draft.code} max={MAX_WORDS} />
    </div>
  ),
});
