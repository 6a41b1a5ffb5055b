import { expect, test } from "vitest";
import { mayRecordOutcome } from "./second-person";

test.each([
  { twoPeople: true, recordedBy: "ana", may: false },
  { twoPeople: true, recordedBy: "beto", may: true },
  { twoPeople: false, recordedBy: "ana", may: true },
])("prepared by ana, recorded by $recordedBy, two people needed: $twoPeople", ({ may, ...people }) => {
  expect(mayRecordOutcome({ preparedBy: "ana", ...people })).toBe(may);
});
