import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { demoVideos } from "../../dev/demo/videos";

const assets = fileURLToPath(new URL("../../dev/demo/assets", import.meta.url));

const assetNames = [...new Set(demoVideos.map(({ asset }) => asset))];

/** Top-level boxes of an ISO media file, in order (ISO/IEC 14496-12, 4.2). */
function boxes(file: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 8 <= file.length; at += file.readUInt32BE(at))
    names.push(file.toString("latin1", at + 4, at + 8));
  return names;
}

/** Seconds that a clip names as its length, and those of its frames together, which some browsers show. */
function lengthsOf(clip: Buffer): { named: number; frames: number } {
  const movie = clip.indexOf("mvhd");
  const video = clip.indexOf("vide", movie);
  const times = clip.indexOf("stts", video);
  const scale = clip.readUInt32BE(clip.lastIndexOf("mdhd", video) + 16);
  let frames = 0;
  for (let at = 0; at < clip.readUInt32BE(times + 8); at++)
    frames += clip.readUInt32BE(times + 12 + 8 * at) * clip.readUInt32BE(times + 16 + 8 * at);
  return { named: clip.readUInt32BE(movie + 20) / clip.readUInt32BE(movie + 16), frames: frames / scale };
}

describe("the demo's files", () => {
  test("are one clip and one thumbnail per video, its preview and its attachment, under 2.5 MB in total", () => {
    const names = readdirSync(assets).sort();
    const attached = demoVideos.flatMap((video) =>
      "attachment" in video ? [`${video.attachment.asset}.pdf`] : [],
    );
    const previews = demoVideos.flatMap((video) =>
      "hasPreview" in video ? [`${video.asset}.preview.mp4`] : [],
    );
    expect(names).toEqual(
      [...assetNames.flatMap((name) => [`${name}.mp4`, `${name}.webp`]), ...previews, ...attached].sort(),
    );
    const total = names.reduce((sum, name) => sum + statSync(join(assets, name)).size, 0);
    expect(total).toBeLessThan(2_500_000);
  });

  test.each(assetNames)("of %s are an MP4 that plays while it loads, and a 16:9 WebP", async (name) => {
    const clip = readFileSync(join(assets, `${name}.mp4`));
    expect(await fileTypeFromBuffer(clip)).toEqual({ ext: "mp4", mime: "video/mp4" });
    expect(clip.length).toBeLessThan(230_000);
    expect(boxes(clip).indexOf("moov")).toBeLessThan(boxes(clip).indexOf("mdat"));
    const { named, frames } = lengthsOf(clip);
    expect(frames).toBeCloseTo(named, 1);
    const picture = readFileSync(join(assets, `${name}.webp`));
    expect(picture.length).toBeLessThan(60_000);
    expect(await sharp(picture).metadata()).toMatchObject({ format: "webp", width: 1280, height: 720 });
  });
});
