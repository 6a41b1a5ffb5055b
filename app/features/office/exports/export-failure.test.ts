import { expect, test } from "vitest";
import { exportFailure } from "./export-columns";

test.each([
  [429, "people.exportBusy"],
  [409, "people.exportTooMany"],
  [403, "people.exportFailed"],
  [502, "people.exportFailed"],
  [503, "people.exportFailed"],
] as const)("an export that fails with the status %i shows the message %s", (status, message) => {
  expect(exportFailure(status)).toBe(message);
});
