import { beforeAll, expect, test } from "vitest";
import { showSharedVideo, writeQrFile } from "~/features/studio/own-videos/show-shared-video.server";
import { addCreator, addVideo } from "../../../support/rows";
import { appUrl, startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;

let creatorId: string;
let videoId: string;
beforeAll(async () => {
  creatorId = await addCreator(db);
  videoId = await addVideo(db, creatorId, { title: "Violão" });
});

test("the share page has the link, the earnings per sale, and links with their source", async () => {
  const path = `/videos/violao-${videoId.slice(0, 8)}`;
  expect(await showSharedVideo(services, { creatorId, videoId })).toMatchObject({
    link: appUrl + path,
    whatsappLink: `${appUrl + path}?utm_source=whatsapp`,
    earningCents: 4241,
    hasPreview: false,
    outcomes: 0,
  });
});

test("the shared file is a picture of the QR code only", async () => {
  const file = (await writeQrFile(services, { creatorId, videoId })) ?? "";
  expect(file).toMatch(/^<svg [^<]+><path [^<]+\/><path [^<]+\/><\/svg>$/);
  expect(file).not.toContain("script");
});

test.each([
  ["another creator's video", async () => ({ creatorId: await addCreator(db), videoId })],
  [
    "a video that is not published",
    async () => ({ creatorId, videoId: await addVideo(db, creatorId, { published: false }) }),
  ],
])("%s cannot be shared", async (_, make) => {
  const asked = await make();
  expect(await showSharedVideo(services, asked)).toBeUndefined();
  expect(await writeQrFile(services, asked)).toBeUndefined();
});
