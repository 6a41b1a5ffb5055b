import { expect, test } from "vitest";
import { z } from "zod";
import { languageFields, listSpokenLanguages, nameLanguage, writeCaptions } from "./spoken-language";

const fields = z.object(languageFields);

test("a language has its name in the page's language", () => {
  expect(nameLanguage("en", "pt")).toBe("Inglês");
  expect(nameLanguage("pt", "en")).toBe("Portuguese");
  expect(listSpokenLanguages()).toContainEqual({ value: "pt", label: "Português" });
});

test("choices are optional: one not sent is undefined, an empty one null", () => {
  expect(fields.parse({})).toEqual({});
  expect(fields.parse({ spokenLanguage: "", captions: "" })).toEqual({ spokenLanguage: null, captions: null });
  expect(fields.parse({ spokenLanguage: "es", captions: "no" })).toEqual({
    spokenLanguage: "es",
    captions: false,
  });
});

test.each([{ spokenLanguage: "xx" }, { captions: "constructor" }, { captions: "on" }])("%o is refused", (typed) => {
  expect(fields.safeParse(typed).error?.issues).toMatchObject([{ message: "videos.choiceUnknown" }]);
});

test("the field for captions shows what is stored", () => {
  expect([true, false, null].map(writeCaptions)).toEqual(["yes", "no", ""]);
});
