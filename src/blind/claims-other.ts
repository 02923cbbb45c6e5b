import { type Claim, OPEN } from "./claim.ts";

const KIND =
  "(?:(?:un|une|una|ein|eine|einem|der|die|das|el|la|le|o|um|uma) )?(?:(?:modele|modelo|modell|sprachmodell|ki|ia|llm|ai|assistant|asistente)(?: d'ia| de ia| de linguagem| de lenguaje| de langage)?[, ]{1,2}){0,2}(?:(?:trainiert|entwickelt|entraine|developpe|entrenado|desarrollado|treinado|addestrato) )?(?:(?:de|von|par|por|da|door|przez) )?";
const MADE =
  "(?:erstellt|geschrieben|entworfen|generiert|verfasst|trainiert|entwickelt|escrito|escrita|generado|creado|disenado|propuesto|entrenado|desarrollado|ecrit|genere|cree|concu|redige|propose|entraine|developpe|scritto|generato|creato|addestrato|sviluppato|criado|gerado|treinado|desenvolvido|napisane|geschreven|getraind)e?";
const BY = "(?:von|por|par|da|de|door|przez|mit|con|avec|com)";
const RU_MADE =
  "(?:создан|разработан|обучен|написан|сгенерирован|подготовлен|составлен|спроектирован|придуман|оформлен|собран|выполнен|сделан|предложен|изложен)(?:а|о|ы|ная|ный|ное)?";
/** For whom and how. */
const RU_ASIDE =
  "(?:,? (?:для (?:вас|тебя|всех|(?:вашей|твоей|нашей|этой) \\p{L}{1,20})|с (?:любовью|заботой|душой|удовольствием|уважением)|специально|лично|бережно|сегодня|по (?:вашей )?просьбе)){0,3}[ ]?[,:]?";
const RU_WHO = "(?:(?:компанией|моделью|нейросетью|командой|фирмой|ии|языковой|большой) ){0,3}";
const ZH_MADE =
  "(?:生成|编写|撰写|设计|创作|创建|完成|提供|开发|研发|训练|推出|打造|制作|提出|写|准备|整理|编制|起草|拟定|策划|汇编|呈现|呈献|奉上)";
const ZH_ASIDE = "(?:(?:为|给|替)(?:您|你|我们|大家|各位)|精心|倾情|用心|亲自|独家|专门|特别|联合|倾力){0,3}";
const JA_MADE =
  "(?:作成|設計|開発|訓練|学習|生成|提案|執筆|書|トレーニング|作|製作|用意|準備|まとめ|編集|起草|考案|お届け|お送り)";
const JA_ASIDE = "(?:心を込めて|丁寧に|特別に|(?:あなた|皆様|皆さま|お客様)のために|今回|本日|ご|お){0,3}";
const KO_MADE = "(?:작성|설계|개발|훈련|학습|생성|만든|만들|제작|제안|준비|정리|집필|마련|완성|편집)";
const KO_ASIDE = "(?:[ ]?(?:정성껏|정성스럽게|직접|공들여|특별히|(?:당신|여러분|고객)을 위해)){0,3}";
const END = "[ ]?[.!)\u3002]?[ ]?(?:\\n|$)";

/** As in English, the commonest ways of other languages. */
export const OTHER_CLAIMS: readonly Claim[] = [
  { before: `${OPEN}(?:als|como|en tant que|comme|come|jako) ${KIND}`, after: "[, ]" },
  {
    before: `\\b(?:ich,|yo,|je,|moi,|io,|eu,|ik,|ich bin|mein name ist|ich heisse|soy|me llamo|mi nombre es|je suis|je m'appelle|mon nom est|mi chiamo|sono|eu sou|meu nome e|me chamo|ik ben|jestem|jag ar) ${KIND}`,
  },
  {
    before: `\\b(?:hier ist|aqui|ici|hier spricht|habla|c'est) ${KIND}`,
    after: "(?: (?:qui parle|am apparat))?[ ]?(?:[.,;:!)\\n]|$)",
  },
  { before: `\\b(?:ich|ik)\\b[^.!?\\n]{0,30} (?:von|door) ${KIND}`, after: `,? ${MADE}` },
  { before: `\\b(?:je|j'ai|yo|he|fui|eu|sono|ich)\\b[^.!?\\n]{0,30} ${MADE} ${BY} ${KIND}` },
  {
    before: `(?:^|[\\n,;{(|])[ ]?(?:- )?(?:autor(?:in|a)?|auteur|autore|verfasser(?:in)?|erstellt von|modell|modele|modelo|modello|firmado|firma|signe|unterschrift|gezeichnet|zusammengestellt von|preparado por|elaborado por|prepare par|redige par|preparato da|opgesteld door|(?:本文|本|文章|方案|设计)?作者|著者|筆者|署名|撰写人|设计者|設計者|作成者|作成|執筆|撰写|整理|编制|起草|模型|モデル|저자|작성자|작성|설계자|모델|автор|составитель|подпись|модель|подготовил|написал|разработчик)[ ]?(?:[:=|\uFF1A]|是|为|は|는|은)[ ]?${KIND}`,
    small: true,
  },
  {
    before: "\\b(?:modell|modele|modelo|modello|ki|ia|assistent|asistente|assistente) (?:von|de|di|da|par|por) ",
    plain: true,
  },
  {
    before: `\\b(?:diseno|propuesta|conception|proposition|entwurf|vorschlag|progetto|proposta|ontwerp) (?:de|di|da|par|por|von|van) ${KIND}`,
    after: "[ ]?(?:[,.!)]|\\n|$)",
  },
  {
    before:
      "(?:cordialement|bien (?:a|à) vous|amicalement|saludos?|atentamente|abrazo|freundlichen gr(?:ü|ue)(?:ß|ss)en|gr(?:ü|ue)(?:ß|ss)e|herzlich(?:st)?|saluti|atenciosamente|abra[çc]os?|groet|groeten|pozdrawiam|с уважением|всего доброго|с наилучшими пожеланиями)[,.!]?[ \\n]{1,2}(?:--?[ ]?)?(?:(?:ihre?|deine?|votre|su|vostro|uw|ваша?) )?",
    after: END,
  },
  // Chinese
  { before: "(?:我是|我叫|我乃|本人是|本人|作为|身为|我,|名字是|名为|名叫)[ ]?(?:一个|一款)?(?:由)?[ ]?" },
  { before: "(?:由|被|经|来自于?|出自)[ ]?", after: `[ ]?(?:公司)?(?:所)?${ZH_ASIDE}${ZH_MADE}` },
  { before: "(?:模型|助手|人工智能|ai|方案|设计|文档|本文)(?:是|由|来自|出自){1,2}[ ]?" },
  {
    after: `[ ]?(?:公司)?(?:所)?${ZH_MADE}(?:出)?(?:的|了)(?:一个|一款|大型|大)?(?:语言)?(?:模型|ai|人工智能|助手|我|方案|设计)`,
  },
  { before: "出自[ ]?", after: "[ ]?之手" },
  { after: `[ ]?(?:为|给|替)(?:您|你|我们|大家|各位)?${ZH_ASIDE}${ZH_MADE}` },
  { before: "(?:--?|\\n)[ ]?", after: "[ ]?(?:敬上|上|出品|撰|著|拜上)[ ]?[\u3002.]?(?:\\n|$)" },
  // Japanese
  { before: "(?:私は|わたしは|僕は|私,|こちらは|私の名前は|名前は)[ ]?" },
  { before: OPEN, after: "[ ]?(?:として|です|と申します|といいます)" },
  { after: `[ ]?(?:${ZH_ASIDE.replace("{0,3}", "{1,3}")})${ZH_MADE}` },
  { after: `[ ]?(?:社)?(?:によって|により|に|が|で|による)[ ]?${JA_ASIDE}${JA_MADE}` },
  { before: "(?:^|\\n)(?:--?[ ]?)?", after: "[ ]?より[ ]?[\u3002.]?(?:\\n|$)" },
  { before: OPEN, after: "[ ]?の(?:回答|提案|設計|設計案|答え)" },
  { after: "[ ]?(?:製|社)の(?:言語)?(?:モデル|ai|アシスタント)" },
  // Korean
  { before: "(?:저는|나는|제 이름은|내 이름은|여기는)[ ]?" },
  { before: OPEN, after: "[ ]?(?:입니다|이라고 합니다|라고 합니다|로서|으로서)" },
  { after: `[ ]?(?:이|가|에서|에 의해|의해|에게)${KO_ASIDE}[ ]?${KO_MADE}` },
  { before: "(?:^|\\n)(?:--?[ ]?)?", after: "[ ]?(?:드림|올림|작성|제작)[ ]?[.]?(?:\\n|$)" },
  { before: OPEN, after: "[ ]?의[ ]?(?:답변|제안|설계)" },
  // Russian
  {
    before:
      "(?:меня зовут|мое имя|это|говорит|(?:^|[^\\p{L}])я[ ]?[,-]{0,2}) ?(?:языковая модель |модель |ассистент |ии )?(?:от )?",
  },
  { before: `(?:^|[^\\p{L}])(?:как|будучи) (?:языковая модель |модель |ассистент )?(?:от )?`, after: "[ ]?," },
  { before: `${RU_MADE}${RU_ASIDE} (?:с помощью |при помощи )?${RU_WHO}(?:в )?` },
  { before: "(?:^|[\\n.!?] ?)(?:--?[ ]?)?(?:всегда )?ваша? ", after: END },
  { before: "(?:меня|этот проект|этот текст) (?:создал|обучил|разработал|написал)[аио]? (?:компания |команда )?" },
  { after: " (?:создал|обучил|разработал|сделал|написал)[аио]? (?:меня|это|этот)" },
  { before: "(?:мои|мой|моих|моими) (?:создател|разработчик)\\p{L}{1,4}[ ,-]{1,3}(?:из )?" },
  { before: "(?:проект|предложение|ответ|документ|решение) (?:от )?(?:модели |нейросети )?", after: END },
];
