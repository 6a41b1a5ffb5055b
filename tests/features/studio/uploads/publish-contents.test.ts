/** A form's files are judged by their content: which contents is asked in the rooms of files and pictures. */
import { readFile } from "node:fs/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { makeImage, makeMp4 } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { findStored, nothing } from "../../../support/stored";
import { startTestWorld } from "../../../support/test-services";
import { textParts, thumbnailPart, upload, videoPart } from "../../../support/upload";

const world = await startTestWorld();
let ana: string;
beforeEach(async () => {
  ana = await addCreator(world.services.db);
});

const text = (content: string) => Buffer.from(content.padEnd(5_000));

test("an MP4 named as a page is stored as what it is", async () => {
  const parts = [...textParts(), thumbnailPart(), videoPart(makeMp4(), "a.html")];
  expect(await upload(world, ana, parts)).toHaveProperty("videoId");
  const { objects } = await findStored(world, ana);
  expect(objects.filter((path) => path.endsWith(".mp4"))).toHaveLength(1);
  expect(objects.filter((path) => path.includes("html"))).toEqual([]);
});

describe("a form refused early is still read to its end, so that the response arrives", () => {
  const large = 3 * 1024 * 1024;
  const [texts, thumbnail, video] = [textParts(), thumbnailPart(), videoPart(makeMp4(large))];

  test.each([
    [
      "a large file of another kind",
      [...texts, thumbnail, videoPart(Buffer.alloc(large))],
      { video: "videos.videoFormat" },
    ],
    ["a wrong price", [...textParts({ price: "x" }), thumbnail, video], { price: "videos.priceInvalid" }],
    [
      "a wrong thumbnail",
      [...texts, thumbnailPart(text("x")), video],
      { thumbnail: "videos.thumbnailFormat" },
    ],
    [
      "a thumbnail far too large",
      [...texts, thumbnailPart(Buffer.alloc(4 * large)), videoPart()],
      { thumbnail: "videos.thumbnailTooLarge" },
    ],
  ])("with %s", async (_, parts, errors) => {
    const late = textParts({ title: "depois" }).slice(1, 2);
    expect(await upload(world, ana, [...parts, ...late])).toEqual({ errors });
    expect(await findStored(world, ana)).toEqual(nothing);
  });
});

test("a picture that is also a web page is re-encoded and served as a picture only", async () => {
  const page = Buffer.concat([await makeImage("jpeg"), Buffer.from("<html><script>alert(1)</script>")]);
  expect(
    await upload(world, ana, [...textParts(), thumbnailPart(page, "capa.html"), videoPart()]),
  ).toHaveProperty("videoId");
  const { objects } = await findStored(world, ana);
  const thumbnail = objects.find((path) => path.includes("/thumbs/")) ?? "";
  expect((await readFile(`${world.storageDir}/${thumbnail}`)).includes("<script>")).toBe(false);
});
