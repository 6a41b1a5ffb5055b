import { expect, test } from "vitest";
import { z } from "zod";
import { languageFields, listSpokenLanguages, nameLanguage } from "./spoken-language";

test("a spoken language is named in the page's language", () => {
  expect(nameLanguage("en", "pt")).toBe("Inglês");
  expect(nameLanguage("pt", "en")).toBe("Portuguese");
  expect(listSpokenLanguages("pt")).toContainEqual({ value: "pt", label: "Português" });
});

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
