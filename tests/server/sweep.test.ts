import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { settlePayouts } from "~/features/money/paying/settle-payouts.server";
import { preparePayouts } from "~/features/money/payouts/prepare-payouts.server";
import { postAttentionMails } from "~/features/office/dashboard/attention-mail.server";
import { hideOwnVideo } from "~/features/studio/deletion/delete-video.queries.server";
import { insertVideo } from "~/features/studio/uploads/new-video.queries.server";
import { sweep } from "~/server/sweep.server";
import { asOwner } from "../support/as-owner";
import { breakStorage } from "../support/broken-storage";
import { actorOf, addAdmin, addConsumer, addCreator, addSale, addUser, addVideo } from "../support/rows";
import { addRows, readInOrder, readRows, setRows } from "../support/tables";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const day = 86_400_000;

test("a failing step is logged and fails the job, without stopping the others", async () => {
  const creatorId = await addCreator(db);
  const now = services.clock();
  const abandoned = { title: "x", description: "x", priceCents: 100, youtubeUrl: null, fileName: null };
  const videoUrl = `${creatorId}/poison.mp4`;
  await insertVideo(db, { ...abandoned, creatorId, videoType: "cloudflare", videoUrl, now });
  const videoId = await addVideo(db, creatorId, { now });
  await hideOwnVideo(db, { creatorId, videoId, now });
  const id_hash = randomBytes(32).toString("hex");
  await addRows(db, "sessions", { id_hash, user_id: creatorId, expires_at: now });
  world.advance(8 * day);
  const storage = breakStorage(services.storage, { operation: "remove", key: /poison/ });
  await expect(sweep({ ...services, storage })).rejects.toMatchObject({ name: "StorageError" });
  const videos = await readRows(db, "videos", {}, "video_url");
  expect(videos).toEqual([{ video_url: videoUrl }]);
  expect(await readRows(db, "sessions", {}, "id_hash")).toEqual([]);
  expect(world.logged).toContainEqual(
    expect.objectContaining({ level: 50, step: "abandoned uploads", msg: "a step of the sweep failed" }),
  );
  await sweep(services);
  expect(await readRows(db, "videos", {}, "id")).toEqual([]);
});

/** Lets the database refuse the rows of a table for which a condition holds. */
const poison = (table: string, when: string) =>
  asOwner(
    db,
    `CREATE OR REPLACE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'poisoned'; END $$;
    CREATE TRIGGER poison BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION poison()`,
  );

test("a daily mail that cannot be posted is logged, and the other administrators get theirs", async () => {
  const admins = [await addAdmin(db), await addAdmin(db), await addAdmin(db)].sort();
  await poison("mails", `NEW.user_id = '${admins[0]}'`);
  await expect(postAttentionMails(services)).rejects.toThrow("poisoned");
  const posted = await readRows(db, "mails", { kind: "attention" }, "user_id");
  expect(posted.map(({ user_id }) => user_id).sort()).toEqual(admins.slice(1));
  expect(world.logged).toContainEqual(expect.objectContaining({ level: 50, userId: admins[0] }));
});

test("a payout that cannot be recorded is named, and the rest of the form is recorded", async () => {
  const by = actorOf(await addUser(db));
  for (const name of ["Ana", "Bia", "Caio"]) {
    const creatorId = await addCreator(db, name);
    await setRows(db, "creator_profiles", { user_id: creatorId }, { pix_key: "ana@pix.example" });
    const videoId = await addVideo(db, creatorId);
    await addSale(db, { consumerId: await addConsumer(db), videoId, now: services.clock() });
  }
  world.advance(30 * day);
  const prepared = await preparePayouts(services, { by, asOf: services.clock(), count: 3, cents: 3 * 4241 });
  expect(prepared).toMatchObject({ ok: true });
  const payouts = await readInOrder(db, "payouts", {}, ["payee_name"]);
  await poison("payouts", `NEW.id = '${payouts[1]?.id}' AND NEW.status = 'paid'`);
  const ends = payouts.map((payout) => ({
    payout,
    end: { status: "paid", bankReference: `E${payout.id.slice(0, 8)}` } as const,
  }));
  expect(await settlePayouts(services, { by, ends })).toEqual({
    settled: 2,
    failures: [{ payoutId: payouts[1]?.id, name: "Bia", error: "failed" }],
  });
  const statuses = await readInOrder(db, "payouts", {}, ["payee_name"], "status");
  expect(statuses.map(({ status }) => status)).toEqual(["paid", "prepared", "paid"]);
});
