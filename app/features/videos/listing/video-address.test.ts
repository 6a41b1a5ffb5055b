import { describe, expect, test } from "vitest";
import { chooseByAddress, idsOf, parseVideoAddress, titleSlug, videoPath } from "./video-address";

const id = "7f80f745-1d2c-4b3a-9e8f-001122334455";

test.each([
  ["Violão para iniciantes", "violao-para-iniciantes"],
  ["  C++: do zero (100% prático)! ", "c-do-zero-100-pratico"],
  ["日本語 🎸", "video"],
  ["x".repeat(80), "x".repeat(60)],
  [`${"passo ".repeat(20)}`, "passo-passo-passo-passo-passo-passo-passo-passo-passo-passo"],
])("the slug of %j is %s", (title, slug) => expect(titleSlug(title)).toBe(slug));

test("an address has the slug and the first eight characters of the id", () => {
  expect(videoPath({ id, title: "Violão para iniciantes" })).toBe("/videos/violao-para-iniciantes-7f80f745");
});

test.each([
  ["with its slug", "violao-7f80f745", { shortId: "7f80f745", slug: "violao" }],
  ["in capitals", "Violao-7F80F745", { shortId: "7f80f745", slug: "violao" }],
  ["without a slug", "7f80f745", { shortId: "7f80f745", slug: "" }],
  ["as a whole id", id, { id }],
  ["as a whole id in capitals", id.toUpperCase(), { id }],
  ["that a sentence ends", "violao-7f80f745.", { shortId: "7f80f745", slug: "violao" }],
  ["that a quotation ends", `${id}”…`, { id }],
  ["with another slug", "x-y-7f80f745", { shortId: "7f80f745", slug: "x-y" }],
])("parseVideoAddress parses an address %s", (_, part, address) =>
  expect(parseVideoAddress(part)).toEqual(address),
);

test.each(["", "violao", "violao-7f80f74", "violao-7f80f74z", ".", "violao.", undefined, "7f80f745-1d2c"])(
  "parseVideoAddress returns undefined for %j, which has no id",
  (part) => expect(parseVideoAddress(part)).toBeUndefined(),
);

test("the ids that begin with a short id form a range", () => {
  const { first, last } = idsOf("7f80f745");
  expect(first <= id && id <= last).toBe(true);
});

describe("two videos whose ids begin alike", () => {
  const videos = [{ title: "Violão" }, { title: "Crochê" }];
  test.each([
    ["croche", "Crochê"],
    ["violao", "Violão"],
    ["former-title", "Violão"],
  ])("are distinguished by the slug: %s leads to %s", (slug, title) => {
    expect(chooseByAddress(videos, { shortId: "7f80f745", slug })).toEqual({ title });
  });
});
