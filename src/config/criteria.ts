import type { Criterion } from "../artifacts/criterion.ts";

/** The rubric when none is configured. Anchors say what a scorer can see in a design at 0, 5 and 10. */
export const DEFAULT_CRITERIA: readonly Criterion[] = [
  {
    name: "clarity",
    description: "How clear and understandable is the design?",
    min: 0,
    max: 10,
    weight: 1,
    anchors: {
      low: "Components have no stated responsibility, terms change meaning, and the path of a request cannot be followed.",
      middle:
        "Every component has a purpose and the main flow can be followed, but some interfaces or terms must be guessed.",
      high: "An engineer new to it can name each component's responsibility and interface and trace every flow without asking.",
    },
  },
  {
    name: "feasibility",
    description: "How technically feasible is the design?",
    min: 0,
    max: 10,
    weight: 1.2,
    anchors: {
      low: "It breaks a stated constraint or rests on a component that does not exist or cannot do what is asked of it.",
      middle:
        "Proven parts cover the main requirements, but at least one hard part is named without saying how it is built.",
      high: "Every requirement maps to a proven technique within the stated constraints, and each hard part has a worked-out plan.",
    },
  },
  {
    name: "scalability",
    description: "How well does the design scale?",
    min: 0,
    max: 10,
    weight: 1,
    anchors: {
      low: "A single component must handle all load or data, and nothing is said about what happens when it is full.",
      middle:
        "The main path can grow by adding instances, but a shared store, lock or queue still bounds it without a figure.",
      high: "Each bottleneck is named with the load it bears and the step that lifts it, and no part must be redesigned to grow tenfold.",
    },
  },
  {
    name: "maintainability",
    description: "How maintainable is the design?",
    min: 0,
    max: 10,
    weight: 1,
    anchors: {
      low: "A common change touches most components, and nothing says how the system is tested, deployed or observed.",
      middle:
        "Boundaries keep most changes local, but testing, migration or operation is named without saying how it is done.",
      high: "Each likely change stays within one component behind a stated interface, with its tests, roll-out and monitoring described.",
    },
  },
  {
    name: "innovation",
    description: "How innovative is the approach?",
    min: 0,
    max: 10,
    weight: 0.8,
    anchors: {
      low: "It restates the usual template for such systems, with no choice made for this task in particular.",
      middle: "It combines known techniques and fits at least one of them to what is special about this task.",
      high: "A new idea or combination removes a cost the usual approach pays, and the design says why and at what price.",
    },
  },
];
