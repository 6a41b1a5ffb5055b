/** Payout days: a draft and a mail on the morning of each, once, and nothing that moves money. */
import { beforeEach, expect, test } from "vitest";
import { draftBatch } from "~/features/money/payouts/prepare-payouts.server";
import {
  findPayoutDraft,
  findPayoutSchedule,
  findPayoutWeekdays,
} from "~/features/money/payouts/schedule.queries.server";
import { saveSchedule } from "~/features/money/payouts/show-payouts.server";
import { actorOf, addSaleOf, addUser } from "../../../support/rows";
import { addRows, readRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";
import { addPayee, day, startPaying } from "./payout-scene";

const db = await openTestDatabase();
const paying = await startPaying(db);
await addRows(db, "user_roles", { user_id: paying.adminId, role: "admin", created_at: new Date() });

/** 27 November 2026 is a Friday. */
const friday = new Date("2026-11-27T10:30:00Z");

beforeEach(async () => {
  await db.deleteFrom("payout_drafts").execute();
  await db.deleteFrom("mails").where("kind", "=", "payoutDraft").execute();
  await saveSchedule(db, actorOf(await addUser(db)), [5]);
});

const sell = async (amountCents: number) =>
  addSaleOf(db, await addPayee(db), { amountCents, now: new Date(friday.getTime() - 30 * day) });

const countMails = async () => (await readRows(db, "mails", { kind: "payoutDraft" }, "id")).length;

test("on the morning of a payout day the batch is drafted once, with one mail to each administrator, and moves nothing", async () => {
  await sell(10_000);
  paying.setTime(friday);
  const { count, cents } = await paying.see();
  await draftBatch(paying.services);
  await Promise.all([draftBatch(paying.services), draftBatch(paying.services)]);
  const draft = { day: "2026-11-27", payouts: count, cents };
  expect(await findPayoutDraft(db, "2026-11-27")).toEqual(draft);
  expect(await countMails()).toBe(1);
  expect(await paying.see()).toMatchObject({ count, cents });
});

test("a draft waits until a batch is prepared", async () => {
  await sell(10_000);
  paying.setTime(friday);
  await draftBatch(paying.services);
  const schedule = () => findPayoutSchedule(db, { now: friday, today: "2026-11-27" });
  expect((await schedule()).draft).toMatchObject({ day: "2026-11-27" });
  paying.advance(1_000);
  expect(await paying.prepare()).toMatchObject({ ok: true });
  expect((await schedule()).draft).toBeUndefined();
});

test.each([
  ["before seven o'clock", "2026-11-27T09:59:00Z"],
  ["on another day", "2026-11-26T15:00:00Z"],
])("no batch is drafted %s", async (_, at) => {
  await sell(10_000);
  paying.setTime(new Date(at));
  await draftBatch(paying.services);
  expect(await countMails()).toBe(0);
});

test("no batch is drafted without anything to pay, or without payout days", async () => {
  paying.setTime(new Date(friday.getTime() + 7 * day));
  await paying.prepare();
  paying.advance(1_000);
  await draftBatch(paying.services);
  expect(await countMails()).toBe(0);
  await sell(5_000);
  await saveSchedule(db, actorOf(await addUser(db)), []);
  await draftBatch(paying.services);
  expect(await countMails()).toBe(0);
});

test("a change of the payout days is audited with the previous ones, and the same days are no change", async () => {
  const by = actorOf(await addUser(db, `schedule-${Date.now()}@example.com`));
  await saveSchedule(db, by, [1, 5]);
  await saveSchedule(db, by, [1, 5]);
  expect(await findPayoutWeekdays(db)).toEqual([1, 5]);
  const entries = await readRows(db, "audit_entries", { actor_id: by.userId }, "action", "before", "after");
  expect(entries).toEqual([
    { action: "payoutScheduleChanged", before: { weekdays: "5" }, after: { weekdays: "1, 5" } },
  ]);
});
