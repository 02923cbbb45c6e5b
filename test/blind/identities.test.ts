import { describe, expect, test } from "bun:test";
import { mask, scan } from "../../src/blind/blind.ts";
import type { Identities } from "../../src/blind/identities.ts";

const OTHERS: Identities = { models: ["acme/zephyr-7b", "lab/careful-writer"] };
const list = (names: string): string[] => names.split(/,\s+/u);

/** What is left of a text once the names of these models are masked. */
const blind = (text: string, models: readonly string[], names: readonly string[] = []): string =>
  mask(text, { models, names }).text;

const MODELS =
  list(`Claude, クロード, 클로드, 克劳德, Клод, Opus, Sonnet, Haiku, ChatGPT, Chat GPT, チャットGPT, 챗GPT, 챗지피티,
  ЧатГПТ, Чат ГПТ, GPT, ГПТ, Codex, o1, o3, o4, ジェミニ, 제미나이, Джемини, Gemini, Gemma, Bard, Гемини, 제미니, Grok, Грок,
  グロック, 그록, Code Llama, Llama, 라마, Mixtral, Codestral, Devstral, Magistral, Ministral, Pixtral, Mistral, Мистраль,
  ミストラル, 미스트랄, Qwen, QwQ, Tongyi Qianwen, 通义千问, 千问, クウェン, 큐원, Квен, 通义, DeepSeek, 深度求索,
  ディープシーク, 딥시크, Дипсик, Kimi, ChatGLM, 智谱清言, GLM, MiniMax, Nova, Titan, Phi, Copilot, Nemotron, Ernie Bot,
  文心一言, Ernie, 文心, Doubao, 豆包, Hunyuan, 混元, 讯飞星火, 星火, 盘古, 百川, Baichuan, Pangu, GigaChat, Гигачат,
  YandexGPT, Яндексгпт, Алиса, HyperClova, 하이퍼클로바, Clova, Exaone, 엑사원, Solar, Kanana, PLaMo, Elyza, Tsuzumi,
  Sarashina, DBRX, OLMo, Vicuna, WizardLM, StableLM, Granite, Jamba, Falcon, Sonar, Perplexity, Luminous, Arctic, Palmyra,
  Hermes`);

const MAKERS =
  list(`Anthropic, アンソロピック, 앤트로픽, 앤스로픽, Антропик, OpenAI, オープンAI, 오픈AI, 오픈에이아이, Опенэйай,
  DeepMind, Google DeepMind, Google AI, グーグルAI, 谷歌AI, Google, 谷歌, グーグル, 구글, Гугл, xAI, Meta AI, メタAI, 메타AI,
  Meta, Facebook, Mistral AI, Mistral, Alibaba Cloud AI, Alibaba, 阿里巴巴, 阿里云, アリババ, 알리바바, Moonshot AI, 月之暗面,
  Moonshot, Zhipu, Zhipu AI, Z.ai, 智谱, 稀宇科技, Cohere, Amazon, 亚马逊, アマゾン, 아마존, Амазон, Microsoft AI, Microsoft,
  GitHub, 微软, マイクロソフト, 마이크로소프트, Майкрософт, NVIDIA, 英伟达, Baidu, 百度, ByteDance, 字节跳动, Tencent, 腾讯,
  商汤, 零一万物, 阶跃星辰, Huawei, 华为, IFlytek, 科大讯飞, SenseTime, StepFun, Sber, Сбер, Сбербанк, Yandex, Яндекс, Naver,
  네이버, Upstage, Kakao, 카카오, NTT, Rakuten, 楽天, Aleph Alpha, AI21, Nous Research, IBM, Databricks, Snowflake`);

describe("a name that claims to be the author is masked in every script:", () => {
  test("of a model", () => {
    for (const name of MODELS)
      expect([name, mask(`I am ${name}, an AI.`, OTHERS).text]).toEqual([name, "I am [author], an AI."]);
  });

  test("of a maker", () => {
    for (const name of MAKERS)
      expect([name, mask(`I was trained by ${name}.`, OTHERS).text]).toEqual([name, "I was trained by [author]."]);
  });

  test("of a model of two meanings behind its maker's name, which makes it plain", () => {
    for (const maker of list("Google, Meta, Microsoft, Mistral, Amazon, Alibaba"))
      for (const model of list("Gemini, Llama, Phi, Nova, Mixtral, Code Llama"))
        for (const name of [`${maker} ${model}`, `${maker}'s ${model}`]) {
          const claim = (what: string) => mask(`The plan was, last week, written with ${what}.`, OTHERS).text;
          expect([name, claim(name)]).toEqual([name, "The plan was, last week, written with [author]."]);
        }
    expect(mask("The plan was, last week, written with Nova.", OTHERS).masked).toEqual([]);
  });
});

/** A model that is configured, and names of its family, which then are masked wherever they stand. */
const FAMILIES: Record<string, string> = {
  "acme/claude-7": "Claude, クロード, 클로드, 克劳德, Клод, Anthropic, アンソロピック, 앤트로픽, 앤스로픽, Антропик",
  "acme/haiku-7": "Claude, Anthropic",
  "anthropic/x9": "Claude, クロード, Anthropic",
  "acme/gpt-5":
    "ChatGPT, チャットGPT, 챗지피티, ЧатГПТ, OpenAI, オープンAI, 오픈AI, 오픈에이아이, Опенэйай, GPT 4, GPT-4o",
  "openai/o3": "ChatGPT, OpenAI",
  "acme/gemini-2":
    "ジェミニ, 제미나이, Джемини, DeepMind, Google DeepMind, Google AI, グーグルAI, 谷歌AI, Gemini 2.5, Gemma 3",
  "deepmind/x9": "ジェミニ, DeepMind",
  "acme/grok-4": "xAI, Grok 3",
  "acme/llama-4": "Code Llama, Meta AI, メタAI, 메타AI, Llama 3",
  "acme/mistral-large": "Mixtral, Codestral, Devstral, Magistral, Ministral, Pixtral, Mistral AI, Mistral 7",
  "acme/qwen-3": "Qwen, QwQ, Tongyi Qianwen, 通义千问, 千问, クウェン, 큐원, Квен, Alibaba Cloud AI",
  "deepseek/r1": "DeepSeek, 深度求索, ディープシーク, 딥시크, Дипсик",
  "acme/kimi-k2": "Kimi, Moonshot AI, 月之暗面",
  "acme/glm-4.6": "ChatGLM, 智谱清言, Zhipu, Zhipu AI, 智谱, GLM-4.5",
  "acme/minimax-m2": "稀宇科技",
  "acme/phi-4": "Microsoft AI",
  "acme/nemotron-9": "Nemotron",
  "acme/ernie-5": "Ernie Bot, 文心一言",
  "acme/doubao-1": "Doubao",
  "acme/hunyuan-1": "Hunyuan",
  "acme/pangu-1": "讯飞星火, 商汤, 零一万物, 阶跃星辰",
  "acme/gigachat-2": "GigaChat, Гигачат",
  "acme/yandexgpt-5": "YandexGPT, Яндексгпт",
  "acme/clova-x": "HyperClova, 하이퍼클로바",
  "acme/solar-2": "Exaone, 엑사원",
  "acme/plamo-2": "PLaMo, Elyza, Tsuzumi, Sarashina",
  "acme/falcon-3": "DBRX, OLMo, Vicuna, WizardLM, StableLM, Aleph Alpha, AI21, Nous Research, Granite-3.1",
};

test("a family's names are masked everywhere where one of its models is configured, and nowhere else", () => {
  for (const [model, names] of Object.entries(FAMILIES)) {
    const family: Identities = { models: [model] };
    for (const name of list(names)) {
      const text = `Calls go to ${name} here.`;
      expect([model, name, mask(text, family).text]).toEqual([model, name, "Calls go to [author] here."]);
      expect([name, mask(text, OTHERS).masked]).toEqual([name, []]);
    }
  }
});

test("names of two meanings stay in a design, also of a configured family, but for a version that makes them plain", () => {
  const stays = (text: string, model: string) => expect(blind(text, [model])).toBe(text);
  stays("Frames are encoded with Opus 48 kHz.", "acme/claude-7");
  stays("Files go to Google and to Amazon.", "acme/gemini-2");
  stays("A titan of a disk runs the command.", "acme/command-r7");
  stays("A titan of a disk runs it.", "acme/titan-7");
  stays("The nova service has 3 nodes.", "acme/nova-7");
  expect(blind("It calls Opus 4.1 or Nova-2.5 here.", ["acme/claude-7", "acme/nova-7"])).toBe(
    "It calls [author] or [author] here.",
  );
});

describe("of configured ids", () => {
  test("the whole, its last two segments, each distinctive segment and what stands before a colon are masked", () => {
    const id = "relayhub/openfoo/zephyr-x1:free";
    for (const name of [
      "relayhub/openfoo/zephyr-x1:free",
      "openfoo/zephyr-x1:free",
      "zephyr-x1",
      "relayhub",
      "openfoo",
    ])
      expect([name, blind(`Calls go to ${name} here.`, [id])]).toEqual([name, "Calls go to [author] here."]);
  });

  test("words that are ordinary, short or another product's are masked in a claim only", () => {
    for (const [id, word] of [
      ["azure/pro", "Azure"],
      ["acme/abc", "abc"],
      ["acme/fast-mini", "fast mini"],
      ["acme/gemini", "Gemini"],
      ["acme/cohere", "Cohere"],
    ] as const) {
      const text = `Calls go to ${word} here.`;
      expect([word, blind(text, [id])]).toEqual([word, text]);
    }
    expect(blind("Author: Azure", ["azure/pro"])).toBe("Author: [author]");
  });

  test("of four letters on a name is distinctive, and of several words one that is not ordinary is enough", () => {
    expect(blind("It calls abcd here.", ["x/abcd"])).toBe("It calls [author] here.");
    expect(blind("It calls abc here.", ["x/abc"])).toBe("It calls abc here.");
    expect(blind("It calls fast-zephyr here.", ["x/fast-zephyr"])).toBe("It calls [author] here.");
    expect(blind("It calls a-b here.", ["x/a-b"])).toBe("It calls a-b here.");
  });

  test("letters with digits are found inside another word, and letters alone or too few are not", () => {
    expect(blind("MyZeph9Bot runs.", ["x/zeph9"])).toBe("My[author]Bot runs.");
    expect(blind("MyZephyrBot runs.", ["x/zephyr"])).toBe("MyZephyrBot runs.");
    expect(blind("Myzp9Bot runs.", ["x/zp9"])).toBe("Myzp9Bot runs.");
  });

  test("a display name of one word counts where an id holds it, and of several words always", () => {
    expect(blind("It calls Quill here.", ["x/m7"], ["Quill"])).toBe("It calls Quill here.");
    expect(blind("It calls Quill here.", ["x/quill"], ["Quill"])).toBe("It calls [author] here.");
    expect(blind("It calls Quill Nine here.", ["x/m7"], ["Quill Nine"])).toBe("It calls [author] here.");
  });

  test("an empty one and what is longer than any id harm nothing", () => {
    const long = `x/${"zephyr".repeat(100)}`;
    expect(blind("A zephyr blows.", ["", " ", long], [""])).toBe("A zephyr blows.");
    expect(blind(`It calls ${long.slice(0, 256)} here.`, [long])).toBe("It calls [author] here.");
  });
});

test("a name that stands in the task is left in a design and nothing is found there, but a claim by it is", () => {
  const exempt = "A gateway for Claude.";
  const identities: Identities = { models: ["acme/claude-7"], exempt };
  expect(mask("It sends to Claude and Anthropic.", identities).masked).toEqual(["Anthropic"]);
  expect(mask("Written by Claude.", identities).text).toBe("Written by [author].");
  expect(scan("It sends to Claude.", identities)).toEqual([]);
});
