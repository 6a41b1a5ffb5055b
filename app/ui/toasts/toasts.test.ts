import { expect, test } from "vitest";
import { decideVisibleToasts } from "./toasts";

const toast = (id: string) => ({ id, tone: id.startsWith("e") ? "error" : "success" });
const ids = (toasts: readonly { id: string }[]) => toasts.map(({ id }) => id).join();

test.each([
  [[], "", "", ""],
  [["s1"], "s1", "", ""],
  [["s1", "e2"], "s1,e2", "", ""],
  [["s1", "e2", "s3"], "e2,s3", "", "s1"],
  [["e1", "s2", "e3"], "s2,e3", "e1", ""],
  [["e1", "s2", "e3", "s4"], "e3,s4", "e1", "s2"],
])("the toasts %j are displayed as %j", (all, shown, waiting, over) => {
  const decided = decideVisibleToasts(all.map(toast));
  expect([ids(decided.shown), ids(decided.waiting), ids(decided.over)]).toEqual([shown, waiting, over]);
});
