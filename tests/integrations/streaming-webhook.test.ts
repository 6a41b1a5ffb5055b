import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { clip, sendWhole, startStreamSetup } from "./streaming-setup";

const setup = await startStreamSetup({ ffmpeg: false });
await sendWhole(setup.streaming, clip);
await setup.stream.settled();
const [told] = setup.stream.webhooks();
if (!told) throw new Error("nothing was announced");
const { body, signature } = told;

const read = (text: string, header: string | null) => setup.streaming.readWebhook(text, header);

const hmac = (text: string, secret = setup.stream.env.CLOUDFLARE_STREAM_WEBHOOK_SECRET ?? "") =>
  createHmac("sha256", secret).update(text).digest("hex");

function signed(text: string, secondsAgo = 0, secret?: string): string {
  const time = setup.now().getTime() / 1000 - secondsAgo;
  return `time=${time},sig1=${hmac(`${time}.${text}`, secret)}`;
}

describe("a text that the database cannot store", () => {
  it("in a reason is replaced", () => {
    const told = { ...JSON.parse(body), status: { state: "error", errReasonText: "a\0b\ud83c" } };
    const text = JSON.stringify(told);
    expect(read(text, signed(text))?.state).toMatchObject({ state: "failed", reason: "a\uFFFDb\uFFFD" });
  });

  it("in the video's id makes the report one about no video", () => {
    const text = JSON.stringify({ ...JSON.parse(body), uid: "a\0b" });
    expect(read(text, signed(text))).toBeUndefined();
  });
});

describe("the signature of a report", () => {
  it("in Cloudflare's format is accepted", () => {
    const { uid } = JSON.parse(body);
    expect(read(body, signature)).toEqual({ uid, state: { state: "ready", seconds: null, hasMp4: false } });
    expect(read(body, signed(body))).toBeDefined();
  });

  it.each([
    [299, true],
    [300, true],
    [301, false],
    [-299, true],
    [-300, true],
    [-301, false],
  ])("%d s old is accepted: %s", (age, taken) => {
    expect(read(body, signed(body, age)) !== undefined).toBe(taken);
  });

  it("is invalid after a change of any byte", () => {
    for (let at = 0; at < signature.length; at++) {
      const changed = `${signature.slice(0, at)}${signature[at] === "0" ? "1" : "0"}${signature.slice(at + 1)}`;
      expect(read(body, changed)).toBeUndefined();
    }
  });

  it.each<[string, () => string | null]>([
    ["absent", () => null],
    ["empty", () => ""],
    ["without a time", () => signature.replace(/^time=\d+,/, "")],
    ["without a sig1", () => signature.replace(/,sig1=.*/, "")],
    ["with two sig1", () => `${signature},sig1=${"0".repeat(64)}`],
    ["with two sig1, the wrong one first", () => signature.replace(",", `,sig1=${"0".repeat(64)},`)],
    ["with two times", () => `time=1,${signature}`],
    ["cut short", () => signature.slice(0, -2)],
    ["in capitals", () => signature.toUpperCase()],
    ["of another secret", () => signed(body, 0, "x")],
    ["of the body alone", () => signature.replace(/sig1=.*/, `sig1=${hmac(body)}`)],
  ])("%s is refused", (_, make) => expect(read(body, make())).toBeUndefined());
});

describe("a signed report", () => {
  it.each([
    "",
    "{",
    "[]",
    "null",
    '{"uid":"x"}',
    '{"uid":7,"status":{"state":"ready"}}',
    '{"data":{"live_input":"x"}}',
  ])("with %s is about no video", (text) => expect(read(text, signed(text))).toBeUndefined());

  it.each([
    ["errReasonCode", "errReasonText"],
    ["errorReasonCode", "errorReasonText"],
  ])("has its failure reason read from %s", (code, words) => {
    const status = {
      state: "error",
      pctComplete: "39",
      [code]: "ERR_MALFORMED_VIDEO",
      [words]: "It is corrupt.",
    };
    const text = JSON.stringify({ uid: "u", readyToStream: false, status });
    expect(read(text, signed(text))).toEqual({
      uid: "u",
      state: { state: "failed", code: "ERR_MALFORMED_VIDEO", reason: "It is corrupt." },
    });
  });

  it.each([
    [
      { readyToStream: true, duration: 5.5, status: { state: "ready", pctComplete: "39.000000" } },
      { state: "ready", seconds: 5.5, hasMp4: false },
    ],
    [
      { readyToStream: true, duration: -1, status: { state: "ready" } },
      { state: "ready", seconds: null, hasMp4: false },
    ],
    [
      { readyToStream: false, status: { state: "ready", pctComplete: "100" } },
      { state: "processing", percent: 100 },
    ],
    [{ status: { state: "inprogress", pctComplete: "" } }, { state: "processing", percent: null }],
    [{ status: { state: "inprogress", pctComplete: "140" } }, { state: "processing", percent: 100 }],
    [{ status: { state: "error" } }, { state: "failed", code: null, reason: "no reason given" }],
  ])("with %j is read", (details, state) => {
    const text = JSON.stringify({ uid: "u", ...details });
    expect(read(text, signed(text))).toEqual({ uid: "u", state });
  });
});
