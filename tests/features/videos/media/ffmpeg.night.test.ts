import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type Container, ConversionFailed } from "~/integrations/conversion/converter";
import { createFfmpegConverter } from "~/integrations/conversion/ffmpeg.server";
import { findPrograms } from "~/integrations/conversion/run-program.server";
import { type ClipName, describeClip, describeWithFfmpeg, makeClip, programs, startsFast } from "./clips";

const dir = await mkdtemp(join(tmpdir(), "sabia-ffmpeg-"));
afterAll(() => rm(dir, { recursive: true, force: true }));
const workDir = join(dir, "work");
beforeEach(() => rm(workDir, { recursive: true, force: true }));
const never = new AbortController().signal;
const leftOver = () => readdir(workDir).catch(() => []);

function converter(found = programs) {
  if (!found) throw new Error("no FFmpeg");
  return createFfmpegConverter({ programs: found, dir: workDir });
}

const take = (file: Buffer, container: Container, signal = never) =>
  converter().take(Readable.from([file]), { bytes: file.length, container, signal });

const containerIn = (name: string) => name.split(".").at(-1) as Container;

test("both FFmpeg programs are searched only in absolute folders of the PATH", () => {
  expect(findPrograms(undefined)).toBeUndefined();
  expect(findPrograms("")).toBeUndefined();
  expect(findPrograms("/nowhere:.")).toBeUndefined();
});

describeWithFfmpeg("with FFmpeg", () => {
  test.each<ClipName>(["good.mp4", "index-last.mp4"])("%s plays without a conversion", async (name) => {
    const taken = await take(await makeClip(name), "mp4");
    expect(taken.plays).toBe(true);
    await taken.release();
    expect(await leftOver()).toEqual([]);
  });

  const others: ClipName[] = [
    "phone.mov",
    "camera.mov",
    "phone-hevc.mov",
    "silent.avi",
    // Of the same decisions (converter.test.ts) in other containers.
    "old.avi",
    "hevc.mp4",
    "part2.mp4",
    "ten-bits.mp4",
  ];
  test.each(others)(
    "%s becomes an MP4 that plays everywhere and streams from its first bytes",
    async (name) => {
      const taken = await take(await makeClip(name), containerIn(name));
      expect(taken.plays).toBe(false);
      const percents: number[] = [];
      const result = await taken.convert({ signal: never, onPercent: (percent) => percents.push(percent) });
      const file = await buffer(result.body);
      await taken.release();
      expect(file.length).toBe(result.bytes);
      const path = join(dir, "result.mp4");
      await writeFile(path, file);
      const { streams, seconds } = await describeClip(path);
      expect(streams).toEqual(name === "silent.avi" ? ["h264 yuv420p"] : ["h264 yuv420p", "aac"]);
      expect(seconds).toBeCloseTo(2, 0);
      expect(startsFast(file)).toBe(true);
      expect(percents.every((percent, at) => percent >= (percents[at - 1] ?? 0) && percent <= 99)).toBe(true);
      expect(await leftOver()).toEqual([]);
    },
  );

  const playlist = (address: string) =>
    Buffer.from(
      `#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n${address}\n#EXTINF:5,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n`,
    );
  test.each<Container>(["avi", "mov", "mp4"])(
    "a playlist named .%s is not read as a playlist and causes no request",
    async (container) => {
      let asked = 0;
      const server = createServer((_, res) => {
        asked += 1;
        res.end();
      }).listen(0, "127.0.0.1");
      await new Promise((ready) => server.once("listening", ready));
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.ts`;
      const scripts = [
        playlist(address),
        Buffer.from(`ffconcat version 1.0\nfile '${address}'\n`),
        Buffer.from(`<MPD><BaseURL>${address}</BaseURL></MPD>`),
      ];
      for (const script of scripts) {
        await expect(take(script, container)).rejects.toThrow(ConversionFailed);
        // The first bytes of what we take, and the playlist behind them.
        const clip = await makeClip("old.avi");
        await expect(take(Buffer.concat([clip.subarray(0, 12), script]), container)).rejects.toThrow(
          ConversionFailed,
        );
      }
      server.close();
      expect(asked).toBe(0);
      expect(await leftOver()).toEqual([]);
    },
  );

  test.each<[string, ClipName, (file: Buffer) => Buffer]>([
    ["noise", "old.avi", (file) => Buffer.concat([file.subarray(0, 12), Buffer.alloc(50_000, 0xa5)])],
    ["an index that is missing", "index-last.mp4", (file) => file.subarray(0, file.length / 2)],
    ["no picture", "sound.mp4", (file) => file],
    ["nothing", "old.avi", () => Buffer.alloc(0)],
  ])("a file broken by %s cannot be read", async (_, name, breakIt) => {
    const file = breakIt(await makeClip(name));
    await expect(take(file, containerIn(name))).rejects.toMatchObject({ fault: "unreadable" });
    expect(await leftOver()).toEqual([]);
  });

  test("a file cut off in the middle is not accepted as the complete lesson", async () => {
    const file = await makeClip("camera.mov", 6);
    const taken = await take(file.subarray(0, file.length / 2), "mov");
    await expect(taken.convert({ signal: never, onPercent: () => {} })).rejects.toMatchObject({
      fault: "unreadable",
    });
    await taken.release();
    expect(await leftOver()).toEqual([]);
  });

  test("a conversion does not begin without disk space", async () => {
    const body = Readable.from([Buffer.alloc(10)]);
    const taking = converter().take(body, { bytes: 1e15, container: "avi", signal: never });
    await expect(taking).rejects.toMatchObject({ fault: "noRoom" });
    expect(body.destroyed).toBe(true);
    expect(await leftOver()).toEqual([]);
  });

  test("an interrupted body throws its own error, and leaves nothing", async () => {
    const body = Readable.from(
      (async function* () {
        yield Buffer.alloc(1_000);
        throw new Error("the store is away");
      })(),
    );
    const taking = converter().take(body, { bytes: 2_000, container: "avi", signal: never });
    await expect(taking).rejects.toThrow("the store is away");
    expect(await leftOver()).toEqual([]);
  });

  test("a conversion stops soon after the signal", async () => {
    const taken = await take(await makeClip("old.avi", 20), "avi");
    const stop = new AbortController();
    const converting = taken.convert({
      signal: stop.signal,
      onPercent: () => stop.abort(new Error("enough")),
    });
    await expect(converting).rejects.toThrow("enough");
    await taken.release();
    expect(await leftOver()).toEqual([]);
  });

  test("a program killed from outside is retried", async () => {
    const killed = join(dir, "killed");
    await writeFile(killed, "#!/bin/sh\nkill -9 $$\n", { mode: 0o755 });
    const body = Readable.from([await makeClip("old.avi")]);
    const taking = converter({ ...programs, ffprobe: killed } as NonNullable<typeof programs>).take(body, {
      bytes: 1,
      container: "avi",
      signal: never,
    });
    await expect(taking).rejects.toMatchObject({ fault: "stopped" });
  });

  test("the files of a killed process are swept once they are old", async () => {
    const taken = await take(await makeClip("old.avi"), "avi");
    const [name = ""] = await leftOver();
    expect(await converter().sweepTemporary(new Date(Date.now() - 60_000))).toBe(0);
    const old = new Date(Date.now() - 120_000);
    await utimes(join(workDir, name), old, old);
    expect(await converter().sweepTemporary(new Date(Date.now() - 60_000))).toBe(1);
    expect(await leftOver()).toEqual([]);
    await taken.release();
  });
});
