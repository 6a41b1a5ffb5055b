/** Covers as JPEGs, which anyone may ask for: how many are drawn and wait at once. */
import sharp from "sharp";
import { expect, test } from "vitest";
import { coverJpegPath } from "~/features/videos/pictures/cover-jpeg-path";
import { findCoverJpeg } from "~/features/videos/pictures/draw-cover.server";
import { makeThumbnail, planThumbnailUrl, storeThumbnail } from "~/features/videos/pictures/thumbnail.server";
import { addCreator } from "../../../support/rows";
import { startTestWorld } from "../../../support/test-services";

const { services } = await startTestWorld();

test("a few of many concurrent requests for a cover are drawn, and the others are refused with a retry time", async () => {
  const create = { width: 960, height: 540, channels: 3, background: "#125" } as const;
  const made = await makeThumbnail(await sharp({ create }).png().toBuffer(), "capa");
  if (!made.ok) throw new Error(made.error);
  const url = planThumbnailUrl(await addCreator(services.db), made.thumbnail, services.clock());
  await storeThumbnail(services.storage, url, made.thumbnail);
  const path = coverJpegPath(url) ?? "";
  const found = await Promise.all(Array.from({ length: 60 }, () => findCoverJpeg(services, path)));
  expect(found.filter(({ ok }) => ok).length).toBeLessThanOrEqual(30);
  expect(found.filter((each) => !each.ok && each.error === "busy").length).toBeGreaterThanOrEqual(30);
  expect(await findCoverJpeg(services, path)).toMatchObject({ ok: true });
});
