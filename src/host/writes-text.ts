/**
 * Whether a model writes what the lab asks for: it takes text, answers with text alone and calls tools. Its output says
 * so by no means alone: hosts list embeddings as models of text, and one that draws as a model of text and images.
 */
export function writesText(tools: boolean, input: readonly string[], output: readonly string[]): boolean {
  return tools && input.includes("text") && output.every((kind) => kind === "text") && output.length > 0;
}
