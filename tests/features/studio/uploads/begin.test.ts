/** A chosen file is judged before it is sent. */
import { beforeEach, describe, expect, test } from "vitest";
import { videoMaxBytes } from "~/features/base/files/accepted-files";
import { action } from "~/routes/creator/uploads";
import { ask } from "../../../support/ask";
import type { Part } from "../../../support/multipart";
import { makeMp4, signIn } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { findStored, nothing } from "../../../support/stored";
import { startTestWorld } from "../../../support/test-services";
import { readAsset } from "../../../support/upload";
import { failWrites } from "./failing-writes";
import { beginParts } from "./tus";

const world = await startTestWorld();
const file = makeMp4(100_000);

let userId: string;
let cookie: string;
beforeEach(async () => {
  userId = await addCreator(world.services.db);
  cookie = await signIn(world, userId);
});

const begin = (parts: Part[]) => ask(world, action, { path: "/creator/uploads", parts, cookie });

describe("a file is checked before a byte of it is stored", () => {
  test.each<[string, Record<string, string | Uint8Array | undefined>, string]>([
    ["no file", { videoBytes: undefined }, "videos.videoMissing"],
    ["an empty file", { videoBytes: "0" }, "videos.videoMissing"],
    ["a length that is none", { videoBytes: "-1" }, "videos.videoMissing"],
    ["a length in another notation", { videoBytes: "1e3" }, "videos.videoMissing"],
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

test.each([
  ["clip-vp9.mp4", "mp4"],
  ["clip.mov", "mov"],
  ["clip.avi", "avi"],
])("%s is detected by its first bytes, under any name", async (asset, ending) => {
  const real = Buffer.from(readAsset(asset));
  const answer = await begin(beginParts(real, { videoName: "../../Minha aula, 1ª.exe" }));
  expect(answer.status).toBe(201);
  const row = await world.services.db
    .selectFrom("videos")
    .innerJoin("resumable_uploads", "video_id", "id")
    .selectAll()
    .where("creator_id", "=", userId)
    .executeTakeFirstOrThrow();
  expect(row.file_name).toBe("Minha_aula__1_.exe");
  expect(row.video_url).toMatch(new RegExp(`_Minha_aula__1_\\.${ending}$`));
  expect(row).toMatchObject({ bytes: real.length, published_at: null });
});

test("a file of the maximum size is accepted", async () => {
  expect((await begin(beginParts(file, { videoBytes: String(videoMaxBytes) }))).status).toBe(201);
});

test("an upload whose record cannot be stored blames the database and not the store, and leaves nothing", async () => {
  await failWrites(world.services.db, ["INSERT", "NEW.video_type = 'cloudflare'"]);
  const answer = await begin(beginParts(file, { videoName: "sem espaço.mp4" }));
  expect(answer.status).toBe(503);
  expect(JSON.parse(answer.text)).toEqual({
    ok: false,
    error: "videos.uploadRecordFailed",
    reason: "creator.reasonDatabase",
  });
  expect(await findStored(world, userId)).toMatchObject({ rows: [], objects: [] });
});
