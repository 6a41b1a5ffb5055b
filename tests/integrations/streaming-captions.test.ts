import { beforeEach, describe, expect, it } from "vitest";
import { StreamingError } from "~/integrations/streaming/streaming";
import { failureOf } from "../support/failure-of";
import { clip, sendWhole, startStreamSetup } from "./streaming-setup";

const setup = await startStreamSetup({ ffmpeg: false });
let uid: string;
beforeEach(async () => {
  setup.stream.release();
  setup.stream.failCaptions(false);
  setup.stream.setFault("api", undefined);
  ({ uid } = await sendWhole(setup.streaming, clip));
  await setup.stream.settled();
});

describe("captions of a video's sound", () => {
  it("are absent until they are ordered, then being made, then a WebVTT file, then absent once they are removed", async () => {
    const { stream, streaming } = setup;
    expect(await streaming.findCaptions(uid, "pt")).toBeUndefined();
    stream.hold("captions");
    await streaming.orderCaptions(uid, "pt");
    expect(await streaming.findCaptions(uid, "pt")).toEqual({ state: "making" });
    expect(await streaming.findCaptions(uid, "en")).toBeUndefined();
    stream.release();
    await stream.settled();
    const found = await streaming.findCaptions(uid, "pt");
    expect(found).toMatchObject({ state: "ready", vtt: expect.stringMatching(/^WEBVTT\n/) });
    for (let times = 0; times < 2; times++) await streaming.removeCaptions(uid, "pt");
    expect(await streaming.findCaptions(uid, "pt")).toBeUndefined();
  });

  it("can fail", async () => {
    setup.stream.failCaptions(true);
    await setup.streaming.orderCaptions(uid, "pt");
    await setup.stream.settled();
    expect(await setup.streaming.findCaptions(uid, "pt")).toEqual({ state: "failed" });
  });

  it("are refused in a language that the service does not hear, and unavailable while it is away", async () => {
    expect(await failureOf(setup.streaming.orderCaptions(uid, "tlh"))).toMatchObject({ kind: "refused" });
    setup.stream.setFault("api", "serverError");
    for (const call of ["orderCaptions", "findCaptions", "removeCaptions"] as const) {
      const failure = await failureOf(setup.streaming[call](uid, "pt"));
      expect(failure).toBeInstanceOf(StreamingError);
      expect(failure).toMatchObject({ kind: "unavailable" });
    }
  });
});
