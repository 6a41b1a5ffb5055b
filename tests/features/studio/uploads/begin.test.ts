/** A chosen file is judged before it is sent. */
import { beforeEach, describe, expect, test } from "vitest";
import { videoMaxBytes } from "~/features/base/files/accepted-files";
import { action } from "~/routes/creator/uploads";
import { ask } from "../../../support/ask";
import { failWrites } from "../../../support/failing-writes";
import type { Part } from "../../../support/multipart";
import { makeMp4, signIn } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { findStored, nothing } from "../../../support/stored";
import { readRow } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { readAsset } from "../../../support/upload";
import { beginParts } from "./tus";

const world = await startTestWorld();
const { db } = world.services;
const file = makeMp4(100_000);

let userId: string;
let cookie: string;
beforeEach(async () => {
  userId = await addCreator(db);
  cookie = await signIn(world, userId);
});

const begin = (parts: Part[]) => ask(world, action, { path: "/creator/uploads", parts, cookie });

describe("a file is checked before a byte of it is stored", () => {
  test.each<[string, Record<string, string | Uint8Array | undefined>, string]>([
    ["no file", { videoBytes: undefined }, "videos.videoMissing"],
    ["an empty file", { videoBytes: "0" }, "videos.videoMissing"],
    ["a length that is none", { videoBytes: "-1" }, "videos.videoMissing"],
    ["a byte too many", { videoBytes: String(videoMaxBytes + 1) }, "videos.videoTooLarge"],
    ["a length beyond numbers", { videoBytes: "9".repeat(15) }, "videos.videoTooLarge"],
    ["no mark", { videoMark: undefined }, "videos.videoMissing"],
    ["a mark with more in it", { videoMark: "a b" }, "videos.videoMissing"],
    ["a zip", { videoHead: Buffer.from("PK\u0003\u0004".padEnd(200, "x")) }, "videos.videoFormat"],
    ["a WebM", { videoHead: Buffer.from("1a45dfa3", "hex") }, "videos.videoFormat"],
    ["no beginning", { videoHead: undefined }, "videos.videoFormat"],
    ["much instead of a beginning", { videoHead: Buffer.alloc(8_000_000) }, "videos.videoFormat"],
  ])("and refused for %s", async (_what, changes, error) => {
    const answer = await begin(beginParts(file, changes));
    expect([answer.status, JSON.parse(answer.text)]).toEqual([400, { ok: false, error }]);
    expect(await findStored(world, userId)).toEqual(nothing);
  });

  test("and refused without storing anything if the body is not a form", async () => {
    const headers = { "Content-Type": "application/json" };
    const answer = await ask(world, action, { path: "/creator/uploads", body: "{}", headers, cookie });
    expect(answer.status).toBe(400);
    expect(await findStored(world, userId)).toEqual(nothing);
  });
});

test("a file's type is detected by its first bytes, under any name", async () => {
  const real = Buffer.from(readAsset("clip.mov"));
  const answer = await begin(beginParts(real, { videoName: "../../Minha aula, 1ª.exe" }));
  const { videoId } = JSON.parse(answer.text) as { videoId: string };
  expect(await readRow(db, "videos", { id: videoId })).toMatchObject({
    file_name: "Minha_aula__1_.exe",
    video_url: expect.stringMatching(/_Minha_aula__1_\.mov$/),
    published_at: null,
  });
  expect(await readRow(db, "resumable_uploads", { video_id: videoId })).toMatchObject({ bytes: real.length });
});

test("a file of the maximum size is accepted", async () => {
  expect((await begin(beginParts(file, { videoBytes: String(videoMaxBytes) }))).status).toBe(201);
});

test("an upload whose record cannot be stored blames the database and not the store, and leaves nothing", async () => {
  await failWrites(db, ["INSERT", "NEW.video_type = 'cloudflare'"]);
  const answer = await begin(beginParts(file, { videoName: "sem espaço.mp4" }));
  expect(answer.status).toBe(503);
  expect(JSON.parse(answer.text)).toEqual({
    ok: false,
    error: "videos.uploadRecordFailed",
    reason: "creator.reasonDatabase",
  });
  expect(await findStored(world, userId)).toMatchObject({ rows: [], objects: [] });
});
