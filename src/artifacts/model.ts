/** A model that a connected provider offers, as the lab needs to know it. */
export type AvailableModel = {
  /** provider/model, the form used in configuration and artifacts. */
  id: string;
  provider: string;
  /** What people call the model and its provider. */
  names: readonly string[];
  /** Whether the model accepts temperature and top_p; null when the host does not know, and only asking tells. */
  sampling: boolean | null;
  /** Most tokens of input and output together, and of output; null when the host does not know. */
  context_limit: number | null;
  output_limit: number | null;
  /** US dollars for a million tokens; null when the price is unknown. */
  price: { input: number; output: number } | null;
  /** True for the model that the provider itself names as its default. */
  default: boolean;
  /** True where the host brought the provider and its key, so that the person neither chose nor set it up. */
  hosts_own: boolean;
  /** True where it takes text, answers with text alone and calls tools: not what draws, speaks, embeds or transcribes. */
  writes_text: boolean;
  /** What its maker calls the line that it belongs to; null when the host does not know. */
  family: string | null;
  /** When it came out, milliseconds since 1970; null when the host does not know. */
  released: number | null;
};
