import { expect, test } from "vitest";
import { spokenLanguages } from "~/features/videos/listing/spoken-language";
import { listCaptionLanguages } from "./caption-languages";

test("captions can be offered in every language that can be spoken, each with its name", () => {
  const offered = listCaptionLanguages("pt");
  expect(offered.map(({ value }) => value)).toEqual([...spokenLanguages]);
  expect(offered).toContainEqual({ value: "en", label: "Inglês" });
});
