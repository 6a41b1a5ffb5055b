import { expect, test } from "vitest";
import { decideSelling, findPublishedNow } from "./show-own-videos.server";

const course = { id: "c" };

test.each([
  [{ sold_alone: true, selling_course: null }, "alone"],
  [{ sold_alone: false, selling_course: course }, "inCourses"],
  [{ sold_alone: false, selling_course: null }, "aloneAgain"],
] as const)("a video with %j is sold %s", (row, selling) => {
  expect(decideSelling(row)).toBe(selling);
});

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 12, minute));
const videos = [
  { id: "newer", created_at: at(2), published_at: at(3) },
  { id: "resumed", created_at: at(1), published_at: at(5) },
];

test("the video published last is the one just published, even if its upload began before another", () => {
  expect(findPublishedNow({ title: "videos.uploaded" }, videos)).toBe("resumed");
});

test("a video that is still being encoded counts from its upload", () => {
  const encoding = { id: "encoding", created_at: at(8), published_at: null };
  expect(findPublishedNow({ title: "videos.uploaded" }, [encoding, ...videos])).toBe("encoding");
});

test("no video counts as just published after another message, without one, or without videos", () => {
  expect(findPublishedNow({ title: "videos.deleted" }, videos)).toBeUndefined();
  expect(findPublishedNow(undefined, videos)).toBeUndefined();
  expect(findPublishedNow({ title: "videos.uploaded" }, [])).toBeUndefined();
});
