/** Who paid for a video learns that its file does not play, once, unless the purchase was refunded. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { sendMail } from "~/features/base/mail/send-mail.server";
import { buyersAtOnce, tellUnreadable } from "~/features/orders/purchases/sale-mails.server";
import { mailWriters } from "~/server/mail-writers.server";
import { openAsOwner } from "../../../support/as-owner";
import { openMailbox } from "../../../support/mails";
import { addConsumer, addCourse, addCreator, addSale, addVideo, makeUnreadable } from "../../../support/rows";
import { readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const mailbox = await openMailbox();
const { services } = await startTestWorld({ SMTP_URL: mailbox.smtpUrl });
const { db } = services;
const owner = await openAsOwner(db);
const creatorId = await addCreator(db);

const listMails = () => readRows(db, "mails", { kind: "purchaseUnreadable" }, "id", "user_id");

test("buyers of the video, of its course and of a gift get one mail, those who were refunded none", async () => {
  const videoId = await addVideo(db, creatorId, { title: "Pão de queijo" });
  const courseId = await addCourse(db, creatorId, [videoId, await addVideo(db, creatorId)]);
  const buyers = [await addConsumer(db), await addConsumer(db), await addConsumer(db)] as const;
  const [buyer, student, giver] = buyers;
  await addSale(db, { consumerId: buyer, videoId });
  await addSale(db, { consumerId: student, videoId: courseId });
  await addSale(db, { consumerId: giver, videoId, isGift: true });
  for (const status of ["pending", "refunded", "disputed"] as const)
    for (const isGift of [false, true])
      await addSale(db, { consumerId: await addConsumer(db), videoId, status, isGift });
  const part = { videoId, file: "a" };
  await tellUnreadable({ db }, part);
  expect(await listMails()).toEqual([]);
  await makeUnreadable(db, videoId);
  for (const _ of ["first", "repeated"]) await tellUnreadable({ db }, part);
  const mails = await listMails();
  expect(mails.map(({ user_id }) => user_id).sort()).toEqual([...buyers].sort());

  const send = async (userId: string) => {
    mailbox.clear();
    const mailId = mails.find(({ user_id }) => user_id === userId)?.id ?? "";
    await sendMail(services, mailWriters, { mailId });
    return mailbox.messages()[0]?.text;
  };
  expect(await send(student)).toContain("O arquivo de “Pão de queijo” não toca");
  // Restored before the mail was sent.
  await setRows(db, "videos", { id: videoId }, { suspended_at: null });
  expect(await send(buyer)).toBeUndefined();
});

test("many buyers are told in parts", async () => {
  const videoId = await addVideo(db, creatorId);
  await makeUnreadable(db, videoId);
  await sql`WITH people AS (
      INSERT INTO users (email) SELECT 'many-' || n || '@example.com' FROM generate_series(0, ${buyersAtOnce}) AS n
      RETURNING id)
    INSERT INTO sales (video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents,
      creator_earnings_cents, status, paid_at, completed_at)
    SELECT ${videoId}, id, 50, 'BRL', 1500, 8, 42, 'completed', now(), now() FROM people`.execute(owner);
  const before = (await listMails()).length;
  const part = { videoId, file: "b" };
  await tellUnreadable({ db }, part);
  expect((await listMails()).length - before).toBe(buyersAtOnce);
  const { rows } = await sql<{ payload: { videoId: string; file: string; after: string } }>`
    SELECT payload FROM graphile_worker._private_jobs WHERE key LIKE ${`unreadable:${videoId}:%`}`.execute(
    owner,
  );
  expect(rows).toHaveLength(1);
  await tellUnreadable({ db }, rows[0]?.payload ?? part);
  expect((await listMails()).length - before).toBe(buyersAtOnce + 1);
});
