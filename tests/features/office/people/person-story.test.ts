/** The story of a person on the administrators' pages: in the order of time, page by page, of this person alone. */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { listStory, type StoryRow, storyPerPage } from "~/features/office/people/person-story.queries.server";
import { showStory } from "~/features/office/people/show-story.server";
import { insertFreeAccess } from "~/features/orders/coupons/free-access.queries.server";
import { formatMoney } from "~/i18n/money";
import { parseCursor } from "~/platform/keyset";
import { addConsumer, addCreator, addSale, addVideo } from "../../../support/rows";
import { addRows, setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
const start = new Date("2026-11-02T12:00:00Z").getTime();
const at = (minutes: number) => new Date(start + minutes * 60_000);

let learner: string;
let creator: string;
let saleId: string;

beforeAll(async () => {
  creator = await addCreator(db);
  learner = await addConsumer(db);
  await setRows(db, "users", { id: learner }, { created_at: at(0) });
  const videoId = await addVideo(db, creator, { title: "Violão" });
  saleId = await addSale(db, { consumerId: learner, videoId, amountCents: 4990, now: at(1) });
  const access = { user_id: learner, video_id: videoId, place: "1" };
  await addRows(db, "video_accesses", { ...access, opened_at: at(2), last_at: at(3) });
  const review = { video_id: videoId, creator_id: creator, author_id: learner, rating: 5 };
  await addRows(db, "reviews", { ...review, created_at: at(4) });
  const whole = { sale_id: saleId, amount_cents: 4990 };
  const refund = { status: "failed", channel: "provider", reason: "provider" } as const;
  await addRows(db, "refunds", { ...whole, ...refund, provider_refund_id: "re_1", created_at: at(5) });
  const dispute = { id: "dp_1", status: "open", reason: "fraud" } as const;
  await addRows(db, "disputes", { ...whole, ...dispute, created_at: at(6) });
  const mail = { kind: "receipt", key: randomUUID(), user_id: learner, sale_id: saleId };
  await addRows(db, "mails", { ...mail, created_at: at(7) });
});

const kindsOf = (rows: readonly StoryRow[]) => rows.map(({ kind }) => kind);

test("a learner's story has what happened, the newest first", async () => {
  const { rows, next } = await listStory(db, { userId: learner, after: undefined });
  expect(kindsOf(rows).join(" ")).toBe("mailed disputed refunded reviewed watched bought signedUp");
  expect(next).toBeUndefined();
  const { events } = await showStory(db, { userId: learner, after: undefined });
  expect(events.find(({ kind }) => kind === "bought")).toMatchObject({
    title: "Violão",
    amount: formatMoney(4990, "BRL"),
    to: `/admin/sales/${saleId}`,
  });
});

test("access that was given is in the story with its reason, and a purchase is there once", async () => {
  const taker = await addConsumer(db);
  const free = await addVideo(db, creator, { title: "De graça" });
  await setRows(db, "videos", { id: free }, { price_cents: 0 });
  await insertFreeAccess(db, { userId: taker, productId: free, why: "free", now: at(2) });
  await addSale(db, { consumerId: taker, videoId: free, amountCents: 4990, now: at(3) });
  const { events } = await showStory(db, { userId: taker, after: undefined });
  expect(events.filter(({ kind }) => kind === "given")).toMatchObject([
    { title: "De graça", status: "free", amount: undefined, to: `/videos/${free}` },
  ]);
  expect(events.filter(({ kind }) => kind === "bought")).toHaveLength(1);
});

test("a creator's story has neither purchases nor mails of others", async () => {
  const { rows } = await listStory(db, { userId: creator, after: undefined });
  expect(new Set(kindsOf(rows))).toEqual(new Set(["published", "signedUp"]));
});

test("a long story is read page by page, each event once, also those of one millisecond", async () => {
  const other = await addConsumer(db);
  await addRows(
    db,
    "mails",
    Array.from({ length: 2 * storyPerPage + 10 }, (_, n) => ({
      kind: "receipt",
      key: randomUUID(),
      user_id: other,
      created_at: at(Math.floor(n / 20)),
    })),
  );
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await listStory(db, { userId: other, after: parseCursor(after ?? null) });
    expect(page.rows.length).toBeLessThanOrEqual(storyPerPage);
    seen.push(...page.rows.map(({ id }) => id));
    after = page.next;
  } while (after);
  expect(seen).toHaveLength(2 * storyPerPage + 11);
  expect(new Set(seen).size).toBe(seen.length);
});
