import { skeletonOf } from "../text/fold.ts";
import { addName, emptyLexicon, findNames, type Lexicon, type NameOptions } from "./names.ts";

/**
 * One maker of models with all the names under which it and its models speak of themselves, in every script. `names`
 * and `makers` mean nothing else in a design; the ambiguous ones are ordinary words or other products too (Gemini the
 * exchange, Opus the codec, Google a place to store files) and count only where they claim authorship, or where a
 * version makes them plain. A space or a dot in a name is any separator or none: "chat gpt" is ChatGPT and chat-gpt.
 */
type Vendor = {
  names?: readonly string[];
  ambiguous?: readonly string[];
  makers?: readonly string[];
  ambiguousMakers?: readonly string[];
};

const VENDORS: readonly Vendor[] = [
  {
    names: ["claude", "クロード", "클로드", "克劳德", "клод"],
    ambiguous: ["opus", "sonnet", "haiku"],
    makers: ["anthropic", "アンソロピック", "앤트로픽", "앤스로픽", "антропик"],
  },
  {
    names: ["chat gpt", "チャットgpt", "챗gpt", "챗지피티", "чатгпт", "чат гпт"],
    ambiguous: ["gpt", "гпт", "codex", "o1", "o3", "o4"],
    makers: ["open ai", "オープンai", "오픈ai", "오픈에이아이", "опенэйай"],
  },
  {
    names: ["ジェミニ", "제미나이", "джемини"],
    ambiguous: ["gemini", "gemma", "bard", "гемини", "제미니"],
    makers: ["deep mind", "google deep mind", "google ai", "グーグルai", "谷歌ai"],
    ambiguousMakers: ["google", "谷歌", "グーグル", "구글", "гугл"],
  },
  { ambiguous: ["grok", "грок", "グロック", "그록"], makers: ["x.ai"] },
  {
    names: ["code llama"],
    ambiguous: ["llama", "라마"],
    makers: ["meta ai", "メタai", "메타ai"],
    ambiguousMakers: ["meta", "facebook"],
  },
  {
    names: ["mixtral", "codestral", "devstral", "magistral", "ministral", "pixtral"],
    ambiguous: ["mistral", "мистраль", "ミストラル", "미스트랄"],
    makers: ["mistral ai"],
    ambiguousMakers: ["mistral"],
  },
  {
    names: ["qwen", "qwq", "tongyi qianwen", "通义千问", "千问", "クウェン", "큐원", "квен"],
    ambiguous: ["通义"],
    makers: ["alibaba cloud ai"],
    ambiguousMakers: ["alibaba", "阿里巴巴", "阿里云", "アリババ", "알리바바"],
  },
  { names: ["deep seek", "深度求索", "ディープシーク", "딥시크", "дипсик"] },
  { names: ["kimi"], makers: ["moonshot ai", "月之暗面"], ambiguousMakers: ["moonshot"] },
  { names: ["chat glm", "智谱清言"], ambiguous: ["glm"], makers: ["zhipu", "zhipu ai", "z.ai", "智谱"] },
  { ambiguous: ["minimax"], makers: ["稀宇科技"] },
  { ambiguous: ["command"], ambiguousMakers: ["cohere"] },
  { ambiguous: ["nova", "titan"], ambiguousMakers: ["amazon", "亚马逊", "アマゾン", "아마존", "амазон"] },
  {
    ambiguous: ["phi", "copilot"],
    makers: ["microsoft ai"],
    ambiguousMakers: ["microsoft", "github", "微软", "マイクロソフト", "마이크로소프트", "майкрософт"],
  },
  { names: ["nemotron"], ambiguousMakers: ["nvidia", "英伟达"] },
  { names: ["ernie bot", "文心一言"], ambiguous: ["ernie", "文心"], ambiguousMakers: ["baidu", "百度"] },
  { names: ["doubao"], ambiguous: ["豆包"], ambiguousMakers: ["bytedance", "字节跳动"] },
  { names: ["hunyuan"], ambiguous: ["混元"], ambiguousMakers: ["tencent", "腾讯"] },
  {
    names: ["讯飞星火"],
    ambiguous: ["星火", "盘古", "百川", "baichuan", "pangu"],
    makers: ["商汤", "零一万物", "阶跃星辰"],
  },
  { ambiguousMakers: ["huawei", "华为", "iflytek", "科大讯飞", "sensetime", "stepfun"] },
  { names: ["giga chat", "гигачат"], ambiguousMakers: ["sber", "сбер", "сбербанк"] },
  { names: ["yandex gpt", "яндексгпт"], ambiguous: ["алиса"], ambiguousMakers: ["yandex", "яндекс"] },
  { names: ["hyper clova", "하이퍼클로바"], ambiguous: ["clova"], ambiguousMakers: ["naver", "네이버"] },
  { names: ["exaone", "엑사원"], ambiguous: ["solar", "kanana"], ambiguousMakers: ["upstage", "kakao", "카카오"] },
  { names: ["plamo", "elyza", "tsuzumi", "sarashina"], ambiguousMakers: ["ntt", "rakuten", "楽天"] },
  {
    names: ["dbrx", "olmo", "vicuna", "wizard lm", "stable lm"],
    ambiguous: ["granite", "jamba", "falcon", "sonar", "perplexity", "luminous", "arctic", "palmyra", "hermes"],
    makers: ["aleph alpha", "ai21", "nous research"],
    ambiguousMakers: ["ibm", "databricks", "snowflake"],
  },
];

/** Makers whose name before a model's makes that plain: "Google's Gemini", "Meta Llama". */
const MAKERS_BEFORE_MODELS: readonly string[] = ["google", "meta", "microsoft", "mistral", "amazon", "alibaba"];

/** Ambiguous names that a whole number after a space makes plain ("Llama 3"); "Opus 48 kHz" is a codec. */
const PLAIN_WITH_NUMBER: ReadonlySet<string> = new Set(["gpt", "llama", "gemini", "gemma", "grok", "mistral"]);

/** Words that stand in ids of providers and models and are ordinary in a design. */
export const ORDINARY: ReadonlySet<string> = new Set(
  `a air auto alpha amazon ai api apple app azure base basic beta big bedrock best chat cloud cloudflare code coder
  compatible custom databricks default demo dev digitalocean distill edge embed exp experimental fake fast fireworks
  flash free full gateway github gitlab google gpu groq heavy high host hub hybrid ibm inference instruct it json key
  lab large latest light lite live local long low max medium meta micro microsoft mini mock mode model models mono
  moon nano net new next nvidia oracle open plan plus preview prime primary prod pro proxy reasoner reasoning relay
  remote replicate router sample sap scripted secondary server service small snowflake stable standard super swift
  task test text thinking tiny together tool turbo ultra v venice vercel vertex vision voice web writer xl zen
  strong weak careful terse slow quick good bad author designer reviewer judge`.split(/\s+/),
);

/** Who may have written what a reviewer reads. Treat as frozen: what is made from it is remembered. */
export type Identities = {
  /** Configured ids, provider/model, of every designer and reviewer. */
  models: readonly string[];
  /** Display names of the same models and providers. */
  names?: readonly string[];
  /** What documents that join are told by (`identifiersIn`), masked in every design. */
  identifiers?: readonly string[];
  /** The task, which all designers were given: a name that stands in it says nothing about who wrote a design. */
  exempt?: string;
};

/** Every name to look for, and the keys of those that the task uses itself: they are masked in claims only. */
type KnownNames = { lexicon: Lexicon; told: ReadonlySet<string> };

export function knownNames(identities: Identities): KnownNames {
  const known = remembered.get(identities);
  if (known) return known;
  const lexicon = lexiconOf(identities);
  const told = new Set(
    findNames(lexicon, skeletonOf(identities.exempt ?? ""))
      .filter(({ kind }) => kind === "bare")
      .map(({ key }) => key),
  );
  const names = { lexicon, told };
  remembered.set(identities, names);
  return names;
}

const remembered = new WeakMap<Identities, KnownNames>();

function lexiconOf({ models, names = [] }: Identities): Lexicon {
  const lexicon = emptyLexicon();
  const add = (all: readonly string[], options: NameOptions): void => {
    for (const name of all) addName(lexicon, name, options);
  };
  const ids = [...models, ...names].map(plainId).filter((id) => id !== "");
  for (const vendor of VENDORS) {
    const configured = ids.some((id) => wordsOf(id).some((word) => belongs(vendor, word)));
    const plain = configured ? "bare" : "plain";
    add([...(vendor.names ?? []), ...(vendor.makers ?? [])], { kind: plain, tail: true, proper: true });
    for (const name of vendor.ambiguous ?? []) {
      const number = PLAIN_WITH_NUMBER.has(name);
      // Of a configured family a number alone makes a name plain, where a number makes it plain at all.
      addName(lexicon, name, {
        kind: "ambiguous",
        tail: true,
        withVersion: configured && !number ? "bare" : "plain",
        ...(number && { withVersion: plain, withNumber: plain }),
      });
    }
    add(vendor.ambiguousMakers ?? [], { kind: "ambiguous", tail: true, maker: true });
  }
  for (const maker of MAKERS_BEFORE_MODELS) {
    for (const { ambiguous = [], names: own = [] } of VENDORS) {
      const models = [...ambiguous, ...own].filter((name) => /^[a-z0-9 ]+$/.test(name));
      add(
        models.flatMap((name) => [`${maker} ${name}`, `${maker} s ${name}`]),
        { kind: "plain", tail: true },
      );
    }
  }
  addConfigured(lexicon, models, ids);
  return lexicon;
}

/** An id or a display name as it is looked for; of one that is longer than any name its beginning. */
function plainId(id: string): string {
  return skeletonOf(id.slice(0, MAX_ID)).text.trim();
}

/** Characters of an id that a configuration may have, and that a host's list may not. */
const MAX_ID = 256;

/** The configured ids and display names with their parts: the distinctive ones are masked wherever they stand. */
function addConfigured(lexicon: Lexicon, models: readonly string[], ids: readonly string[]): void {
  const ofModels = models.flatMap((id) => partsOf(plainId(id)));
  const inIds = new Set([...models.map(plainId), ...ofModels]);
  for (const part of new Set([...ids, ...ofModels])) {
    // A display name of one word ("Auto") is masked everywhere only when an id holds it too.
    const distinctive = isDistinctive(part) && (inIds.has(part) || wordsOf(part).length > 1);
    addName(lexicon, part, {
      kind: distinctive ? "bare" : "ambiguous",
      inside: distinctive && isMixed(part),
      ...(!distinctive && { tail: true }),
    });
  }
}

/** The segments of an id, and its last two together: openrouter/openai/gpt-5 holds openai/gpt-5, gpt-5 and openai. */
function partsOf(id: string): string[] {
  const segments = id.split("/").filter((segment) => segment !== "");
  const model = (segments.at(-1) ?? "").replace(/:[a-z]+$/, "");
  return [...segments, segments.slice(-2).join("/"), model];
}

function wordsOf(text: string): string[] {
  return text.match(/\p{L}+|\p{N}+/gu) ?? [];
}

/** Whether a word of an id names a vendor's family; some words name other things too often. */
function belongs({ names = [], ambiguous = [], makers = [] }: Vendor, word: string): boolean {
  if (word === "command" || word === "titan") return false;
  return [...names, ...ambiguous, ...makers].some((name) => name.replace(/[ .]/g, "") === word);
}

const AMBIGUOUS: ReadonlySet<string> = new Set(
  VENDORS.flatMap(({ ambiguous = [], ambiguousMakers = [] }) => [...ambiguous, ...ambiguousMakers]),
);

/** Several words, or one that is neither ordinary, nor another product's, nor too short to mean anything. */
function isDistinctive(part: string): boolean {
  const words = wordsOf(part);
  if (words.join("").length < 4) return false;
  if (words.length > 1) return words.some((word) => !ORDINARY.has(word));
  return !ORDINARY.has(part) && !AMBIGUOUS.has(part) && words.length === 1;
}

/** Letters and digits enough that even inside another word it can be nothing else. */
function isMixed(part: string): boolean {
  const letters = wordsOf(part).join("");
  return letters.length >= 4 && /\p{N}/u.test(letters) && /\p{L}/u.test(letters);
}
