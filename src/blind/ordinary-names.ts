/**
 * Words that are names of people too. One of them alone tells nobody: at the beginning of a sentence it cannot be told
 * from the word, and many a text has it there only.
 */
const WORDS: ReadonlySet<string> = new Set(
  `abbey ace amber angel april archer art ash aurora august autumn baker banks bar barber bay beach bell bench berg best
  bill birch bird bishop black blank blue bob bond booth bow branch brand bridge bright brook brooks brown buck bud bush
  butler cage cam cannon carpenter carter case cash castle chance chandler chase chip christian church clay cliff close
  cloud coin cold cole cook cooper core court cross crow curry cutter dale dash data dawn day dean dell denny dial
  dollar drew drive duke early earl east echo eden edge even ever faith fall farmer field finch fisher flag flint flow
  flower ford forest foster fountain fox frank free freeman french frost gale game garden gates gene gill given glass
  glen gold golden good grace grant grave gray green grey grove guy hale hall hand hands handy harbor hardy harper heath
  heart high hill holiday holland holly home hood hook hope host house hunt hunter ice iris iron ivory ivy jack jade jasmine
  jay jet jewel job joy judge june just keen key keys king kit knight lake lamb lance lane lark last law lead leaf let
  light lily link lock long lord love low luck major man marina mark marks marsh marshall mason may mead miles mill miller
  mint minor monday moon moor more moss mount neat new nick noble norm north oak olive page pack palmer paris park parker
  parks pat patience peace pearl penny pepper perry pierce pike pin pine ping pitch place plan plant pole pollard pool pope
  porter post potter power powers price prince proper pup quick quill rain randy ray read reed reef rich ring rise river
  rivers roads rob robin rock rocket roman root rose rosemary ross rowan ruby rusty sage sally salt sandy savage score sea
  seal seed sharp shepherd short silver singer sky small smart snow south sparks speed spencer spring stack star stark
  steel stem step stern stick still stone storm story street strong summer sun swan sweet swift tab table tailor tanner
  temple test tiger time tool town trip troy tucker turner van vance victor violet walker wall waller ward warner
  waters way weaver web webb weeks wells west wheel wheeler white will willow wills wind wing winter wise wolf wood woods
  word worth wren wright young zed python java rust go basic windows linux server client api user users system
  service design author editor`.split(/\s+/u),
);

/** Whether a word of a name, folded, is an ordinary word as well. */
export const isWordToo = (word: string): boolean => WORDS.has(word);
