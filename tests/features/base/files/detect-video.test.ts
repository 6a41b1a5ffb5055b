import { readFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { detectVideo } from "~/features/base/files/detect-video.server";

const clip = readFileSync("tests/support/assets/clip-vp9.mp4");

/** A body as a form's parser hands it on: more of it comes only while it is read. */
function arriving(content: Buffer): PassThrough {
  const body = new PassThrough();
  const pieces: Buffer[] = [];
  for (let at = 0; at < content.length; at += 16_384) pieces.push(content.subarray(at, at + 16_384));
  const send = () => {
    for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
      if (!body.write(piece)) return body.once("drain", send);
    }
    return body.end();
  };
  send();
  return body;
}

describe("detectVideo", () => {
  it("returns the whole content after reading its beginning", async () => {
    const { format, empty, whole } = await detectVideo(arriving(clip));
    expect({ format, empty }).toEqual({ format: "mp4", empty: false });
    expect((await buffer(whole)).equals(clip)).toBe(true);
  });

  it("releases a rejected body, so that the rest of the form is read", async () => {
    const body = arriving(Buffer.alloc(1_000_000, "text "));
    const { format, release } = await detectVideo(body);
    expect(format).toBeUndefined();
    await release();
    const ended = new Promise<string>((resolve) => body.once("end", () => resolve("read to its end")));
    body.resume();
    const stuck = new Promise<string>((resolve) => setTimeout(() => resolve("stuck"), 5_000).unref());
    expect(await Promise.race([ended, stuck])).toBe("read to its end");
  });
});
