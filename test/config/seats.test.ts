import { describe, expect, test } from "bun:test";
import { castSeats, designSeats, reviewSeats, takesApart } from "../../src/config/seats.ts";

const A = "a/one";
const B = "b/two";

describe("a seat", () => {
  test("of a designer is taken once for each time that the list has its model, in the list's order", () => {
    const listed = [{ model: A, as: "simplest" }, A, { model: B, as: "growth" }];
    expect(designSeats([A, A, B, "c/three"], listed)).toEqual([
      { model: A, persona: "simplest" },
      { model: A },
      { model: B, persona: "growth" },
      { model: "c/three" },
    ]);
    expect(designSeats([A], [{ model: A, as: "growth" }, A])).toEqual([{ model: A, persona: "growth" }]);
  });

  test("of a reviewer stands once for each persona that its model plays", () => {
    const listed = [A, { model: A, as: "security" }, A, { model: A, as: "security" }];
    expect(reviewSeats([A, B], listed)).toEqual([{ model: A }, { model: A, persona: "security" }, { model: B }]);
  });

  test("of a persona named alone goes to the first of its own models that may be asked, else to the panel's in turn", () => {
    const casting = (name: string, model: string | null, ...models: string[]) => ({ name, model, models });
    const named = [
      casting("security", "x/evil"),
      casting("cost", null),
      casting("ops", "x/evil", B),
      casting("q", "c/own"),
    ];
    expect(castSeats(named, [A, B, A], ["c/own"]).map(({ model }) => model)).toEqual([A, B, B, "c/own"]);
  });

  test("of a further take of one model is another persona, as long as there are any", () => {
    const takes = ["simplest", "growth", "few-people"];
    const played = (seats: Parameters<typeof takesApart>[0]) =>
      takesApart(seats, takes).map(({ persona = "-" }) => persona);
    expect(played([{ model: A }, { model: A }, { model: A }, { model: A }])).toEqual([...takes, "-"]);
    expect(played([{ model: A }, { model: B }])).toEqual(["-", "-"]);
    expect(played([{ model: A, persona: "simplest" }, { model: A }])).toEqual(["simplest", "-"]);
    expect(played([{ model: A, persona: "growth" }, { model: A }, { model: B }, { model: A }])).toEqual([
      "growth",
      "simplest",
      "-",
      "few-people",
    ]);
  });
});
