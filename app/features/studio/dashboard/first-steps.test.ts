import { expect, test } from "vitest";
import { type FirstStepsFacts, listFirstSteps } from "./first-steps";

const none = { video: false, payable: false, portrait: false, asked: false };

test("a new creator has four steps, none of them done", () => {
  expect(listFirstSteps(none)?.map(({ done, to }) => [done, to])).toEqual([
    [false, "/creator/upload"],
    [false, "/creator/payments"],
    [false, "/creator/profile"],
    [false, "/creator/videos"],
  ]);
});

test("each step has its own title and text", () => {
  expect(listFirstSteps(none)?.map(({ title, text }) => [title, text])).toEqual([
    ["creator.stepVideo", "creator.stepVideoText"],
    ["creator.stepPix", "creator.stepPixText"],
    ["creator.stepPage", "creator.stepPageText"],
    ["creator.stepShare", "creator.stepShareText"],
  ]);
});

test.each(Object.keys(none) as (keyof FirstStepsFacts)[])(
  'the checklist shows the step "%s" as done',
  (fact) => {
    const steps = listFirstSteps({ ...none, [fact]: true });
    expect(steps?.filter(({ done }) => done)).toHaveLength(1);
  },
);

test.each(Object.keys(none) as (keyof FirstStepsFacts)[])(
  'the checklist stays while the step "%s" is open',
  (fact) => {
    const all = { video: true, payable: true, portrait: true, asked: true };
    expect(listFirstSteps({ ...all, [fact]: false })?.filter(({ done }) => !done)).toHaveLength(1);
  },
);

test("the checklist disappears when all steps are done", () => {
  expect(listFirstSteps({ video: true, payable: true, portrait: true, asked: true })).toBeNull();
});
