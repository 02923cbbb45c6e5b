import type { Ranking } from "../artifacts/ranking.ts";
import { count, points } from "../text/numbers.ts";
import { calledSo } from "./own-letters.ts";
import { changed } from "./people-changed.ts";
import { design, listed, quote, reviewer, type Sentence, say, together, typed, words } from "./sentence.ts";
import type { Story } from "./story.ts";
import { UNSEEN } from "./unseen.ts";

/** People, designs and criteria that are named before the rest is counted. */
const MAX_PEOPLE = 4;
const MAX_DESIGNS = 6;
const MAX_PARTED = 2;

/** What people who judged did to a ranking, where they and the models part, and who stands beside it. */
export function peopleSaid({ ranking, people }: Pick<Story, "ranking" | "people">): Sentence[] {
  const id = ranking.experiment_id;
  return [
    ...(ranking.people
      ? [
          say`${judgedToo(ranking.people.counted)} ${changed(ranking, ranking.people)}`,
          ...parted(ranking.people, people.quotes),
        ]
      : []),
    ...people.beside.map(({ reviewer_id, order }) => {
      const put = order.length > 1 ? say`, and put ${listed(order.map(groupOf), MAX_DESIGNS)} in this order` : [];
      return say`After a result was seen ${reviewer(reviewer_id)} judged, which stands beside the panel and is not counted${put}.`;
    }),
    ...people.unseen.map(({ reviewer_id, ranked }) => {
      const file = say`${typed("judge", id, "--from", `votes/vote-${reviewer_id}.json`)} counts it`;
      return ranked
        ? say`The vote of ${reviewer(reviewer_id)} is ${UNSEEN}: it is in this ranking, and a new one leaves it out until it counts here; ${file}.`
        : say`The vote of ${reviewer(reviewer_id)} is ${UNSEEN}: it stands beside the panel and is not counted; ${file}.`;
    }),
    ...(people.later.length > 0
      ? [say`Not counted yet: ${listed(people.later.map(reviewer), MAX_PEOPLE)}. ${typed("rank", id)} counts them.`]
      : []),
  ];
}

type People = NonNullable<Ranking["people"]>;

const groupOf = (group: readonly string[]): Sentence => together(group.map(design), ", ");

function judgedToo(counted: People["counted"]): Sentence {
  const who = counted.map(({ reviewer_id, ...by }) => say`${reviewer(reviewer_id)} by ${byWhat(by)}`);
  const weights = [...new Set(counted.map(({ weight }) => weight))];
  const [each = 1] = weights;
  const weight = each === 1 ? say`the weight of one model` : say`the weight of ${Number(each.toPrecision(2))} models`;
  // An answer to a pair weighs less than a row does.
  const rows = weights.length === 1 && counted.every(({ scores, ordered }) => scores + ordered > 0);
  const weighs = !rows ? [] : counted.length > 1 ? say`, each with ${weight}` : say`, with ${weight}`;
  const some = counted.length > 1 ? say`People judged too` : say`A person judged too`;
  return say`${some}${weighs}: ${listed(who, MAX_PEOPLE)}.`;
}

function byWhat({ scores, ordered, pairs }: Omit<People["counted"][number], "reviewer_id">): Sentence {
  const by = [
    ...(scores > 0 ? [say`scores of ${count(scores, "design")}`] : []),
    ...(ordered > 0 ? [say`an order of ${count(ordered, "design")}`] : []),
    ...(pairs > 0 ? [say`${count(pairs, "pair")}`] : []),
  ];
  return by.length > 0 ? listed(by) : say`nothing that this ranking counts`;
}

/** What a person's own letters stand for, where a comment names some. */
function parted({ parted: { designs, criteria } }: People, quotes: Story["people"]["quotes"]): Sentence[] {
  const on = criteria.map((each) => ({ ...each, what: say`${design(each.design_id)} on ${words(each.criterion)}` }));
  const whole = designs.map((each) => ({ ...each, criterion: null, what: say`${design(each.design_id)}` }));
  return [...whole.slice(0, MAX_PARTED), ...on.slice(0, MAX_PARTED)].map((each) => {
    const { design_id, criterion, difference, person, model, what } = each;
    const said = quotes.find((one) => one.design_id === design_id && one.criterion === criterion);
    const both = [
      ...(said?.person ? [say`${reviewer(person)}: ${quote(said.person)}${calledSo(said.letters)}`] : []),
      ...(said?.model ? [say`${reviewer(model)}: ${quote(said.model)}`] : []),
    ];
    const way = difference > 0 ? say`above` : say`below`;
    const why = both.length > 0 ? say` ${together(both, "; ")}.` : [];
    return say`People put ${what} ${points(Math.abs(difference))} ${way} where the models do.${why}`;
  });
}
