/** The rule of access that statements use (`mayWatch`), compared with the one that pages use. */
import { beforeAll, expect, test } from "vitest";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { rememberPosition } from "~/features/playback/access/remember-position.server";
import { mayWatch } from "~/features/playback/access/watch-positions.queries.server";
import { makeConsumer, makeCreator, makeVideo, type Person } from "../../../support/people";
import { addConsumer, addCreator, addSale, addVideo } from "../../../support/rows";
import { addRows, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { db } = world.services;
const statuses = ["pending", "processing", "completed", "failed", "refunded", "disputed"] as const;
const at = new Date("2026-11-01T12:00:00Z");
const states = {
  "on sale": {},
  unpublished: { published_at: null },
  deleted: { deleted_at: at },
  suspended: { suspended_at: at },
  "of a suspended creator": { creator_suspended: true },
};

let ana: Person;
let buyers: Record<string, Person>;
beforeAll(async () => {
  ana = await makeCreator(world);
  buyers = { nobody: await makeConsumer(world) };
  for (const status of statuses) buyers[status] = await makeConsumer(world);
});

test.each(Object.entries(states))(
  "both access rules agree on every viewer of a video that is %s",
  async (_, state) => {
    const videoId = await makeVideo(world, ana);
    for (const status of statuses)
      await addSale(db, { consumerId: (buyers[status] as Person).userId, videoId, status });
    if (Object.keys(state).length > 0) await setRows(db, "videos", { id: videoId }, state);
    const allowed: string[] = [];
    for (const [name, { userId }] of [...Object.entries(buyers), ["owner", ana] as const]) {
      const { access } = await findWatchAccess(db, { userId }, videoId);
      const row = await db
        .selectFrom("videos")
        .select(mayWatch(userId).as("may"))
        .where("id", "=", videoId)
        .executeTakeFirstOrThrow();
      expect([name, row.may]).toEqual([name, access === "owner" || access === "bought"]);
      if (row.may) allowed.push(name);
    }
    const { published_at, deleted_at } = { published_at: at, deleted_at: null, ...state };
    expect(allowed).toEqual(published_at ? ["completed", ...(deleted_at ? [] : ["owner"])] : []);
  },
);

test.each(["opened", "unknown"])(
  "of four %s places that report in the same moment, three go on",
  async (kind) => {
    const buyer = await addConsumer(db);
    const videoId = await addVideo(db, await addCreator(db));
    await addSale(db, { consumerId: buyer, videoId });
    const now = new Date();
    const letters = kind === "opened" ? ["a", "b", "c", "d"] : ["1", "2", "3", "4"];
    const places = letters.map((letter) => letter.repeat(16));
    for (const place of places) {
      const expires_at = new Date(now.getTime() + 3_600_000);
      await addRows(db, "sessions", { id_hash: place.repeat(4), user_id: buyer, expires_at });
      const opened = { user_id: buyer, video_id: videoId, place, opened_at: now, last_at: now };
      if (kind === "opened") await addRows(db, "video_accesses", opened);
    }
    const where = { userId: buyer, videoId, address: null, device: null };
    const report = { seconds: 1, range: undefined, done: false };
    const send = () =>
      Promise.all(
        places.map((place) => rememberPosition({ db, clock: () => now }, { ...where, place }, report)),
      );
    const first = (await send()).map(({ plays }) => plays);
    expect(first.filter(Boolean)).toHaveLength(3);
    expect((await send()).map(({ plays }) => plays)).toEqual(first);
    const entries = await readRows(db, "video_accesses", { user_id: buyer }, "place");
    expect(entries).toHaveLength(kind === "opened" ? 4 : 3);
  },
);
