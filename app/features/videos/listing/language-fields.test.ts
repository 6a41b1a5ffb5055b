import { expect, test } from "vitest";
import { z } from "zod";
import { languageFields } from "./language-fields";

const fields = z.object(languageFields);

test("choices are optional: one not sent is undefined, an empty one null", () => {
  expect(fields.parse({})).toEqual({});
  expect(fields.parse({ spokenLanguage: "" })).toEqual({ spokenLanguage: null });
  expect(fields.parse({ spokenLanguage: "es" })).toEqual({ spokenLanguage: "es" });
});

test.each([{ spokenLanguage: "xx" }, { spokenLanguage: "constructor" }])("%o is refused", (typed) => {
  expect(fields.safeParse(typed).error?.issues).toMatchObject([{ message: "videos.choiceUnknown" }]);
});
