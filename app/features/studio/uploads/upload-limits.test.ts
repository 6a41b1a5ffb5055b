import { expect, test } from "vitest";
import { findPublishRefusal, findUnprovenCeiling } from "./upload-limits";

const none = { today: 0, open: 0, mailboxProven: false, ownCeiling: null };

test.each([
  [{ today: 9 }, undefined],
  [{ today: 10 }, "videos.tooManyUnproven"],
  [{ today: 10, mailboxProven: true }, undefined],
  [{ today: 49, mailboxProven: true }, undefined],
  [{ today: 50, mailboxProven: true }, "videos.tooManyToday"],
  [{ today: 50, ownCeiling: 300 }, undefined],
  [{ today: 300, ownCeiling: 300 }, "videos.tooManyToday"],
  [{ today: 0, ownCeiling: 0, mailboxProven: true }, "videos.tooManyToday"],
])("the number of publications %j is judged: %s", (count, refusal) => {
  expect(findPublishRefusal({ ...none, ...count }, true)).toBe(refusal);
});

test("ten unfinished uploads leave room only for a YouTube link", () => {
  expect(findPublishRefusal({ ...none, open: 10, today: 5 }, true)).toBe("uploads.tooMany");
  expect(findPublishRefusal({ ...none, open: 10, today: 5 }, false)).toBeUndefined();
});

test.each([
  [
    { mailboxProven: false, ownCeiling: null },
    { videos: 10, confirmed: 50 },
  ],
  [{ mailboxProven: true, ownCeiling: null }, undefined],
  [{ mailboxProven: false, ownCeiling: 300 }, undefined],
])("the limit displayed to %o is $1", (account, announced) => {
  expect(findUnprovenCeiling(account)).toEqual(announced);
});
