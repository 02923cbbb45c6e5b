import { LEVELS, RISKS } from "../../../../artifacts/plan-task.ts";
import type { PlanSheet } from "../../../../story/plan-sheet.ts";
import {
  CRITICAL,
  PLAN_PARTS,
  STANDINGS,
  searchedIn,
  type TaskStanding,
  taskStanding,
} from "../../../../story/plan-shown.ts";
import { ALL, type Filter } from "../../plan/filter.ts";
import { Said } from "../../said.tsx";

type Given = { sheet: PlanSheet; filter: Filter; set(filter: Filter): void; left: number | null };

/** What a person wants to see of a plan, and how many tasks that are. */
export function Filters({ sheet, filter, set, left }: Given) {
  const { tasks } = sheet;
  const there = new Set(tasks.map(taskStanding));
  const standings = Object.entries(STANDINGS)
    .filter(([standing]) => there.has(standing as TaskStanding))
    .map(([standing, { word }]) => [standing, word] as const);
  const said = (words: readonly string[], of: (nth: number) => string | null): (readonly [string, string])[] => {
    const used = new Set(tasks.map((_, nth) => of(nth)));
    return [
      ...words.filter((word) => used.has(word)).map((word) => [word, word] as const),
      ...(used.has(null) ? [["none", "not said"] as const] : []),
    ];
  };
  const choices = [
    ["Status", "standing", standings],
    ["Level", "level", said(LEVELS, (nth) => tasks[nth]?.level ?? null)],
    ["Risk", "risk", said(RISKS, (nth) => tasks[nth]?.risk ?? null)],
  ] as const;
  const change = (to: Partial<Filter>): void => set({ ...filter, ...to });
  return (
    <search class="plan-filters" aria-label={PLAN_PARTS.filters}>
      {choices.map(([label, field, options]) => (
        <Choice label={label} value={filter[field]} options={options} set={(value) => change({ [field]: value })} />
      ))}
      <label>
        <Said of={searchedIn} />
        <input
          type="search"
          maxLength={200}
          value={filter.text}
          onInput={({ currentTarget }) => change({ text: currentTarget.value })}
        />
      </label>
      <label class="only">
        <input
          type="checkbox"
          checked={filter.critical}
          onChange={({ currentTarget }) => change({ critical: currentTarget.checked })}
        />{" "}
        {CRITICAL.word}
      </label>
      {left !== null && (
        <button type="button" class="button" onClick={() => set(ALL)}>
          Show all
        </button>
      )}
      <span class="aside" role="status">
        {left !== null && `${left} of ${tasks.length} tasks`}
      </span>
    </search>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [value: string, word: string])[];
  set(value: string): void;
};

function Choice({ label, value, options, set }: ChoiceProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
        <option value="">all</option>
        {options.map(([each, word]) => (
          <option value={each}>{word}</option>
        ))}
      </select>
    </label>
  );
}
