import { expect, test } from "vitest";
import { z } from "zod";
import { languageFields } from "./language-fields";

const fields = z.object(languageFields);

test("an omitted language choice is undefined, and an empty one is null", () => {
  expect(fields.parse({})).toEqual({});
  expect(fields.parse({ spokenLanguage: "" })).toEqual({ spokenLanguage: null });
  expect(fields.parse({ spokenLanguage: "es" })).toEqual({ spokenLanguage: "es" });
});

test.each([{ spokenLanguage: "xx" }, { spokenLanguage: "constructor" }])(
  "the language choice %o is refused",
  (typed) => {
    expect(fields.safeParse(typed).error?.issues).toMatchObject([{ message: "videos.choiceUnknown" }]);
  },
);
