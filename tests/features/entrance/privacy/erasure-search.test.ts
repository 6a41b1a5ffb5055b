/**
 * A creator and learner who did everything is erased. The whole database with the queue, and the store, are then
 * searched for the person's names, e-mails, handles, keys and numbers, also those of before.
 */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { deletedRows } from "~/features/entrance/privacy/deleted-on-erasure";
import { eraseAccount, listWaits } from "~/features/entrance/privacy/erase-account.server";
import { forgetOld } from "~/features/entrance/privacy/forget-old.server";
import { lastMailMs, payeeDays } from "~/features/entrance/privacy/retention";
import { markEvent } from "~/features/orders/settlement/payment-events.queries.server";
import { openAsOwner } from "../../../support/as-owner";
import { openMailbox } from "../../../support/mails";
import { makeConsumer } from "../../../support/people";
import { actorOf } from "../../../support/rows";
import { searchDatabase, searchFiles } from "../../../support/search-everything";
import { readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { endTransfer } from "../../../support/transfers";
import { askForErasure } from "./erasure-scene";
import { addWholePerson } from "./whole-person";

const mailbox = await openMailbox();
const world = await startTestWorld({ SMTP_URL: mailbox.smtpUrl });
const { services, storageDir } = world;
const { db, clock } = services;
const owner = await openAsOwner(db);

async function countOwn(userId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table, column } of deletedRows) {
    const own = sql`SELECT FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${userId}`;
    counts[table] = (await own.execute(db)).rows.length;
  }
  return counts;
}

test("no stored text names an erased person", async () => {
  const marina = await addWholePerson(world);
  const admin = await makeConsumer(world);
  const { userId, texts } = marina;
  // The search finds each of them before, and there is a row in every table whose rows are to be deleted.
  for (const text of texts.filter((each) => each !== texts.at(-1)))
    expect([text, (await searchDatabase(owner, [text])).length]).not.toEqual([text, 0]);
  expect((await searchFiles(storageDir, texts)).length).toBeGreaterThan(1);
  expect(Object.entries(await countOwn(userId)).filter(([, count]) => count === 0)).toEqual([]);

  await askForErasure(world, marina);
  world.advance(7 * 86_400_000);
  await eraseAccount(services, { userId });
  expect(await listWaits(db, userId)).toEqual(["refund"]);
  await endTransfer(services, marina.openRefund, { ...actorOf(admin.userId), at: clock() });
  expect(await listWaits(db, userId)).toEqual([]);
  world.advance(lastMailMs);
  await eraseAccount(services, { userId });
  // What the provider says later about a purchase of theirs.
  for (const { id: eventId, saleId } of marina.unsettled)
    await markEvent(db, { eventId, subject: { saleId }, error: null, retries: 0, now: clock() });

  const payees = await searchDatabase(owner, texts);
  expect(payees.filter((row) => !row.startsWith("public.payouts: "))).toEqual([]);
  world.advance(payeeDays * 86_400_000 + 1);
  await forgetOld(services);
  expect(await searchDatabase(owner, texts)).toEqual([]);
  expect(await searchFiles(storageDir, texts)).toEqual([]);
  expect(Object.values(await countOwn(userId)).some((count) => count > 0)).toBe(false);
  const kept = await readRows(db, "videos", { creator_id: userId }, "id", "file_name");
  expect(kept).toEqual([{ id: marina.soldVideoId, file_name: null }]);
});
