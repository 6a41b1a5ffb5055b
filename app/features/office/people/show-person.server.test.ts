import { expect, test } from "vitest";
import { decideVideoStanding } from "./show-person.server";

const at = new Date("2026-11-21T12:00:00Z");
const uploading = {
  published_at: null,
  deleted_at: null,
  suspended_at: null,
  stream: null,
  conversion: null,
  reason: null,
} as const;
const published = { ...uploading, published_at: at };

test.each([
  ["unfinished", uploading],
  ["unfinished", { ...uploading, stream: "waiting" }],
  ["processing", { ...uploading, stream: "processing" }],
  ["processing", { ...uploading, stream: "ready" }],
  ["failed", { ...uploading, stream: "failed" }],
  ["shown", published],
  ["shown", { ...published, stream: "ready" }],
  ["shown", { ...published, conversion: "waiting" }],
  ["shown", { ...published, conversion: "running" }],
  ["unplayable", { ...published, conversion: "failed" }],
  ["unplayable", { ...published, conversion: "unavailable" }],
  ["suspended", { ...published, suspended_at: at, conversion: "failed" }],
  ["unreadable", { ...published, suspended_at: at, conversion: "failed", reason: "unreadable" }],
  ["deleted", { ...published, suspended_at: at, deleted_at: at }],
] as const)("the status is %s for the video %j", (standing, video) => {
  expect(decideVideoStanding(video)).toBe(standing);
});
