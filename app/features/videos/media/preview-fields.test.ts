import { expect, test } from "vitest";
import { z } from "zod";
import { previewFields } from "./preview-fields";
import { outcomeMaxLength } from "./preview-length";

const form = z.object(previewFields);
const errorOf = (fields: Record<string, string>) => form.safeParse(fields).error?.issues[0]?.message;

test("previewFields omits fields that the form did not send", () => expect(form.parse({})).toEqual({}));

test("previewFields parses the sent fields", () => {
  expect(
    form.parse({
      outcomes: "Um\nDois",
      previewSeconds: "0",
      previewStart: "75",
      trailerUrl: "https://youtu.be/dQw4w9WgXcQ",
    }),
  ).toEqual({ outcomes: ["Um", "Dois"], previewSeconds: 0, previewStart: 75, trailerUrl: "dQw4w9WgXcQ" });
});

test("previewFields parses an empty field as none", () => {
  expect(form.parse({ outcomes: "", previewSeconds: "", previewStart: " ", trailerUrl: " " })).toEqual({
    outcomes: [],
    previewSeconds: undefined,
    previewStart: undefined,
    trailerUrl: null,
  });
});

test.each([
  [{ outcomes: "1\n2\n3\n4\n5\n6\n7" }, "previews.outcomesTooMany"],
  [{ outcomes: "x".repeat(outcomeMaxLength + 1) }, "previews.outcomeTooLong"],
  [{ previewSeconds: "181" }, "previews.secondsWrong"],
  [{ previewSeconds: "-1" }, "previews.secondsWrong"],
  [{ previewSeconds: "1.5" }, "previews.secondsWrong"],
  [{ previewSeconds: "1e2" }, "previews.secondsWrong"],
  [{ previewStart: "86401" }, "previews.startWrong"],
  [{ trailerUrl: "https://example.com/x" }, "videos.youtubeInvalid"],
])("previewFields rejects %j with %s", (fields, error) => expect(errorOf(fields)).toBe(error));
