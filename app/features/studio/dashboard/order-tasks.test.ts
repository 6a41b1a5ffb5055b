import { expect, test } from "vitest";
import { type CreatorTask, orderTasks } from "./order-tasks";

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
