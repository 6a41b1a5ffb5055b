import { expect, test } from "vitest";
import { formatBytes } from "./data-size";

test.each([
  [0, "0 KB"],
  [512, "1 KB"],
  [300 * 1024, "300 KB"],
  [1024 * 1024, "1,0 MB"],
  [3.44 * 1024 * 1024, "3,4 MB"],
  [48.6 * 1024 * 1024, "49 MB"],
  [524_288_000, "500 MB"],
])("%d bytes are displayed as %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
