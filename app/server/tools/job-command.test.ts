import { expect, test } from "vitest";
import { parseJobCommand } from "./job-command";

test.each([
  ["", { command: "list" }],
  ["list", { command: "list" }],
  ["retry 7 12", { command: "retry", jobs: [7, 12] }],
  ["retry --failed", { command: "retry", jobs: "failed" }],
  ["unlock", { command: "unlock" }],
  ["retry", undefined],
  ["retry all", undefined],
  ["retry 1;2", undefined],
  ["unlock 7", undefined],
  ["delete 7", undefined],
])('the command "jobs.js %s" is parsed', (words, command) => {
  expect(parseJobCommand(words.split(" ").filter(Boolean))).toEqual(command);
});
