import { expect, test } from "vitest";
import { listPublishSteps } from "./publish-steps";

const empty = {
  title: "",
  price: "",
  isFree: false,
  description: "",
  outcomes: "",
  hasVideo: false,
  hasCover: false,
};

const doneOf = (form: Partial<typeof empty>) =>
  listPublishSteps({ ...empty, ...form }).flatMap(({ step, done }) => (done ? [step] : []));

test("a new form has nothing done, and a filled one everything", () => {
  expect(doneOf({})).toEqual([]);
  const filled = { title: "Pão", price: "49,90", description: "Em casa.", outcomes: "Sovar" };
  expect(doneOf({ ...filled, hasVideo: true, hasCover: true })).toEqual([
    "basics",
    "cover",
    "description",
    "outcomes",
  ]);
});

test.each([
  ["a video without a valid price", { title: "Pão", price: "x", hasVideo: true }],
  ["a video without a title", { title: " ", price: "49,90", hasVideo: true }],
  ["a title and a price without a video", { title: "Pão", price: "49,90" }],
])("%s is not enough for the first step", (_, form) => {
  expect(doneOf(form)).toEqual([]);
});

test("a free video needs no price", () => {
  expect(doneOf({ title: "Pão", isFree: true, hasVideo: true })).toEqual(["basics"]);
});
