import { expect, test } from "vitest";
import { type CreatorTask, type FirstStepsFacts, listFirstSteps, orderTasks } from "./next-steps";

const none = { video: false, payable: false, portrait: false, asked: false };

test("a new creator has four steps, none of them done", () => {
  expect(listFirstSteps(none)?.map(({ done, to }) => [done, to])).toEqual([
    [false, "/creator/upload"],
    [false, "/creator/payments"],
    [false, "/creator/profile"],
    [false, "/creator/videos"],
  ]);
});

const all = { video: true, payable: true, portrait: true, asked: true };

test.each(Object.keys(none) as (keyof FirstStepsFacts)[])(
  'the checklist shows the step "%s" as done, and stays while it is open',
  (fact) => {
    expect(listFirstSteps({ ...none, [fact]: true })?.filter(({ done }) => done)).toHaveLength(1);
    expect(listFirstSteps({ ...all, [fact]: false })?.filter(({ done }) => !done)).toHaveLength(1);
  },
);

test("the checklist disappears when all steps are done", () => {
  expect(listFirstSteps(all)).toBeNull();
});

const task = (kind: CreatorTask["kind"], due: string | null): CreatorTask => ({
  kind,
  to: "/",
  values: {},
  due: due === null ? null : new Date(due),
});

test("the nearest deadline comes first, and tasks without one keep their order at the end", () => {
  const ordered = orderTasks([
    task("email", null),
    task("dispute", "2026-12-05"),
    false,
    task("preview", null),
    task("taxId", "2026-12-03"),
    task("question", "2026-11-26"),
  ]);
  expect(ordered.map(({ kind }) => kind)).toEqual(["question", "taxId", "dispute", "email", "preview"]);
});
