import { expect, test } from "vitest";
import { z } from "zod";
import { languageFields, writeCaptions } from "./language-fields";

const fields = z.object(languageFields);

test("choices are optional: one not sent is undefined, an empty one null", () => {
  expect(fields.parse({})).toEqual({});
  expect(fields.parse({ spokenLanguage: "", captions: "" })).toEqual({
    spokenLanguage: null,
    captions: null,
  });
  expect(fields.parse({ spokenLanguage: "es", captions: "no" })).toEqual({
    spokenLanguage: "es",
    captions: false,
  });
});

test.each([{ spokenLanguage: "xx" }, { captions: "constructor" }, { captions: "on" }])(
  "%o is refused",
  (typed) => {
    expect(fields.safeParse(typed).error?.issues).toMatchObject([{ message: "videos.choiceUnknown" }]);
  },
);

test("the field for captions shows what is stored", () => {
  expect([true, false, null].map(writeCaptions)).toEqual(["yes", "no", ""]);
});
