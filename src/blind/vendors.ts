/**
 * One maker of models with all the names under which it and its models speak of themselves, in every script. `names`
 * and `makers` mean nothing else in a design; the ambiguous ones are ordinary words or other products too (Gemini the
 * exchange, Opus the codec, Google a place to store files) and count only where they claim authorship, or where a
 * version makes them plain. A space or a dot in a name is any separator or none: "chat gpt" is ChatGPT and chat-gpt.
 */
export type Vendor = {
  names?: readonly string[];
  ambiguous?: readonly string[];
  makers?: readonly string[];
  ambiguousMakers?: readonly string[];
};

export const VENDORS: readonly Vendor[] = [
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
export const MAKERS_BEFORE_MODELS: readonly string[] = ["google", "meta", "microsoft", "mistral", "amazon", "alibaba"];

/** Ambiguous names that a whole number after a space makes plain ("Llama 3"); "Opus 48 kHz" is a codec. */
export const PLAIN_WITH_NUMBER: ReadonlySet<string> = new Set(["gpt", "llama", "gemini", "gemma", "grok", "mistral"]);

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
