/** What opens the text that a drawing was made of. */
export const MERMAID_SOURCE = "The text it is drawn from";

/** Whether a whole text is a source of Mermaid: its first line names a kind of drawing, and others follow. */
export const isMermaid = (text: string): boolean =>
  /^\s*(?:(?:graph|flowchart)[ \t]+(?:TB|TD|BT|RL|LR)|stateDiagram(?:-v\d)?|sequenceDiagram|classDiagram|erDiagram)[ \t]*\r?\n\s*\S/u.test(
    text.slice(0, 400),
  );
