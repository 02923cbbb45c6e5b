/** What opens the text that a drawing was made of. */
export const MERMAID_SOURCE = "The text it is drawn from";
