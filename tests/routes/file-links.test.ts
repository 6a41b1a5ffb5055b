/** A signed link of the disk store works for one person, while that person may watch. */
import { beforeEach, describe, expect, test } from "vitest";
import { playVideo } from "~/features/playback/player/play-video.server";
import { setVideoUrl } from "~/features/videos/media/conversions.queries.server";
import { Browser } from "../support/browser";
import { startHttpWorld } from "../support/http-app";
import { makeConsumer, makeCreator, makeSale, makeVideo, type Person, signIn } from "../support/people";
import { setRows } from "../support/tables";

const { world, port } = await startHttpWorld({ TRUSTED_PROXY_HOPS: "1" });
const { db, clock, storage } = world.services;

let owner: Person;
let buyer: Person;
let videoId: string;
let link: string;

async function linkOf(person: Person): Promise<string> {
  const watched = await playVideo(world.services, person, videoId);
  if (!("player" in watched) || watched.player.kind !== "file") throw new Error(watched.access);
  return watched.player.src;
}

/** Requests a second later, because a positive decision is cached that long. */
async function open(path: string, cookie?: string, headers: Record<string, string> = {}) {
  world.advance(1_000);
  return (await new Browser({ port, cookie }).get(path, headers)).status;
}

beforeEach(async () => {
  owner = await makeCreator(world);
  buyer = await makeConsumer(world);
  videoId = await makeVideo(world, owner);
  await makeSale(world, buyer, videoId);
  link = await linkOf(buyer);
});

describe("a signed link", () => {
  test("plays in every session of its person, complete, in part and for HEAD", async () => {
    expect(await open(link, buyer.cookie)).toBe(200);
    expect(await open(link, buyer.cookie, { Range: "bytes=0-9" })).toBe(206);
    expect(await open(link, await signIn(world, buyer.userId))).toBe(200);
    const head = await new Browser({ port, cookie: buyer.cookie }).ask({ method: "HEAD", path: link });
    expect(head.status).toBe(200);
    expect(await open(await linkOf(owner), owner.cookie)).toBe(200);
  });

  test("is refused to everyone else", async () => {
    const other = await makeConsumer(world);
    await makeSale(world, other, videoId);
    for (const cookie of [undefined, other.cookie, owner.cookie, `${buyer.cookie}x`]) {
      expect(await open(link, cookie)).toBe(403);
      expect(await open(link, cookie, { Range: "bytes=0-9" })).toBe(403);
    }
  });

  test("is refused once the person has signed out", async () => {
    await db.deleteFrom("sessions").where("user_id", "=", buyer.userId).execute();
    expect(await open(link, buyer.cookie)).toBe(403);
  });

  test.each(["refunded", "disputed"] as const)("is refused once the sale is %s", async (status) => {
    await setRows(db, "sales", { consumer_id: buyer.userId }, { status });
    expect(await open(link, buyer.cookie)).toBe(403);
    expect(await open(link, buyer.cookie, { Range: "bytes=0-9" })).toBe(403);
  });

  test("is refused while the account is suspended", async () => {
    const suspend = (at: Date | null) => setRows(db, "users", { id: buyer.userId }, { suspended_at: at });
    await suspend(clock());
    expect(await open(link, buyer.cookie)).toBe(403);
    await suspend(null);
    expect(await open(link, buyer.cookie)).toBe(200);
  });

  test("plays for its buyers after the video left the shop", async () => {
    await setRows(db, "videos", { id: videoId }, { suspended_at: clock() });
    expect(await open(link, buyer.cookie)).toBe(200);
    const ofOwner = await linkOf(owner);
    await setRows(db, "videos", { id: videoId }, { deleted_at: clock() });
    expect(await open(link, buyer.cookie)).toBe(200);
    expect(await open(ofOwner, owner.cookie)).toBe(403);
  });

  test("plays after the file was converted, by the same rule", async () => {
    await setVideoUrl(db, videoId, `${owner.userId}/converted.mp4`);
    expect(await open(link, buyer.cookie)).toBe(200);
    await setRows(db, "sales", { consumer_id: buyer.userId }, { status: "refunded" });
    expect(await open(link, buyer.cookie)).toBe(403);
  });

  test("caches only positive decisions, for less than a second", async () => {
    const change = (status: "refunded" | "completed") =>
      setRows(db, "sales", { consumer_id: buyer.userId }, { status });
    const ask = async () => (await new Browser({ port, cookie: buyer.cookie }).get(link)).status;
    await change("refunded");
    expect(await ask()).toBe(403);
    await change("completed");
    expect(await ask()).toBe(200);
    await change("refunded");
    world.advance(999);
    expect(await ask()).toBe(200);
    world.advance(1);
    expect(await ask()).toBe(403);
  });

  test("is refused for an unknown viewer, or a file of no video", async () => {
    const expiresAt = new Date(clock().getTime() + 60_000);
    const [key = ""] = link.slice("/files/".length).split("?");
    for (const viewerId of ["someone", crypto.randomUUID()])
      expect(await open(await storage.signedUrl(key, { viewerId, expiresAt }), buyer.cookie)).toBe(403);
    const none = await storage.signedUrl(`${owner.userId}/none.mp4`, { viewerId: buyer.userId, expiresAt });
    expect(await open(none, buyer.cookie)).toBe(403);
  });
});
