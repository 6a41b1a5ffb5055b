/**
 * Reviews, who may write them, and what they sum up to: whatever happens, in whatever order, the figures equal the
 * rows.
 */
import { beforeEach, describe, expect, test } from "vitest";
import type { SaleStatus } from "~/features/money/ledger/sale-status";
import { lockSale } from "~/features/orders/settlement/settlement.queries.server";
import { moderate } from "~/features/shop/reviews/moderate.server";
import { listModerated } from "~/features/shop/reviews/moderation.queries.server";
import { findReviewedVideo, listVideoReviews } from "~/features/shop/reviews/reviews.queries.server";
import {
  parseReviewCursor,
  showCourseReviews,
  showReviews,
} from "~/features/shop/reviews/show-reviews.server";
import {
  deleteReview,
  replyToReview,
  reportReview,
  saveReview,
} from "~/features/shop/reviews/write-review.server";
import { refundPart, settleAgain } from "../../../support/payment-facts";
import { readProof } from "../../../support/proofs";
import { actorOf, addConsumer, addCourse, addCreator, addSale, addVideo } from "../../../support/rows";
import { findRow, readInOrder, setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
const clock = () => new Date();
const services = { db, clock };

let ana: string;
let beto: string;
let videoId: string;
let saleId: string;

beforeEach(async () => {
  ana = await addCreator(db);
  beto = await addConsumer(db);
  videoId = await addVideo(db, ana);
  saleId = await addSale(db, { consumerId: beto, videoId });
});

const save = (rating: number, text = "", who = beto, video = videoId) =>
  saveReview(services, { videoId: video, form: { rating, text }, by: actorOf(who) });

const figures = async () => {
  const row = await db
    .selectFrom("videos")
    .innerJoin("creator_figures", "creator_figures.creator_id", "videos.creator_id")
    .select(["videos.review_count", "videos.rating_total", "rating_counts"])
    .select(["creator_figures.review_count as of_creator", "creator_figures.student_count as students"])
    .where("videos.id", "=", videoId)
    .executeTakeFirstOrThrow();
  return [row.review_count, row.rating_total, row.rating_counts.join(""), row.of_creator, row.students];
};
const violations = () => readProof(db, "figure_violations");
const setStatus = (status: SaleStatus, id = saleId) => setRows(db, "sales", { id }, { status });
const theirReview = async (who = beto) => findRow(db, "reviews", { author_id: who, video_id: videoId });
const actions = async (who: string) => {
  const entries = await readInOrder(db, "audit_entries", { actor_id: who }, ["created_at"], "action");
  return entries.map(({ action }) => action);
};
async function requireVideo(id = videoId) {
  const video = await findReviewedVideo(db, id);
  if (!video) throw new Error("the video is not published");
  return video;
}
/** Reviews the video as other buyers, a second after another. */
async function saveFromBuyers(ratings: readonly number[]) {
  const start = Date.now() - 100_000;
  for (const [n, rating] of ratings.entries()) {
    const who = await addConsumer(db);
    await addSale(db, { consumerId: who, videoId });
    const at = { db, clock: () => new Date(start + n * 1_000) };
    await saveReview(at, { videoId, form: { rating, text: `n${n}` }, by: actorOf(who) });
  }
}

test("writing a review is open to people whose purchase gives access, and to nobody else", async () => {
  expect(await save(5)).toEqual({ ok: true, edited: false });
  const stranger = await addConsumer(db);
  expect(await save(1, "", stranger)).toEqual({ ok: false, error: "noAccess" });
  expect(await save(5, "", ana)).toEqual({ ok: false, error: "noAccess" });
  for (const status of ["pending", "processing", "failed", "refunded", "disputed"] as const) {
    const other = await addConsumer(db);
    await addSale(db, { consumerId: other, videoId, status });
    expect([status, await save(1, "", other)]).toEqual([status, { ok: false, error: "noAccess" }]);
  }
  expect(await figures()).toEqual([1, 5, "00001", 1, 1]);
});

test("writing a review again changes the existing one with a note, and deleting it removes it from the figures", async () => {
  await save(5, "Ótima");
  expect(await save(2, "Pensei melhor")).toEqual({ ok: true, edited: true });
  expect(await figures()).toEqual([1, 2, "01000", 1, 1]);
  expect(await deleteReview(services, { videoId, by: actorOf(beto) })).toBe(true);
  expect(await deleteReview(services, { videoId, by: actorOf(beto) })).toBe(false);
  expect(await figures()).toEqual([0, 0, "00000", 0, 1]);
  expect(await actions(beto)).toEqual(["reviewEdited", "reviewDeleted"]);
  expect(await violations()).toEqual([]);
});

describe("a review whose author lost access", () => {
  test("leaves the page and the figures after a refund, and returns after a failed refund", async () => {
    await save(4, "Boa");
    const id = await refundPart(db, saleId, 4990, clock());
    expect(await figures()).toEqual([0, 0, "00000", 0, 0]);
    expect((await listVideoReviews(db, { videoId })).rows).toEqual([]);
    await setRows(db, "refunds", { id }, { status: "failed" });
    await settleAgain(db, saleId, "refund", clock());
    expect(await figures()).toEqual([1, 4, "00010", 1, 1]);
    expect(await violations()).toEqual([]);
  });

  test("written at the moment of a refund leaves figures that equal the rows, in either order", async () => {
    for (let round = 0; round < 15; round += 1) {
      const who = await addConsumer(db);
      const sale = await addSale(db, { consumerId: who, videoId });
      await Promise.all([save(5, "", who), refundLocked(sale)]);
      const [, , , , students] = await figures();
      expect(students).toBe(1);
    }
    expect((await figures())[0]).toBe(0);
    expect(await violations()).toEqual([]);
  });

  const refundLocked = (id: string) =>
    db.transaction().execute(async (trx) => {
      await lockSale(trx, { saleId: id });
      await setRows(trx, "sales", { id }, { status: "refunded" });
    });
});

test("a person counts as one student of a creator, even with several videos", async () => {
  const second = await addVideo(db, ana);
  const again = await addSale(db, { consumerId: beto, videoId: second });
  const students = async () => (await figures())[4];
  expect(await students()).toBe(1);
  await setStatus("refunded", again);
  expect(await students()).toBe(1);
  await setStatus("refunded");
  expect(await students()).toBe(0);
  await Promise.all([setStatus("completed"), setStatus("completed", again)]);
  expect(await students()).toBe(1);
  await Promise.all([setStatus("refunded"), setStatus("refunded", again)]);
  expect(await students()).toBe(0);
  expect(await violations()).toEqual([]);
});

test("a creator's videos for sale are counted, and a suspension in one statement too", async () => {
  await addVideo(db, ana);
  const videos = async () =>
    (await findRow(db, "creator_figures", { creator_id: ana }, "video_count"))?.video_count;
  expect(await videos()).toBe(2);
  await setRows(db, "videos", { creator_id: ana }, { creator_suspended: true });
  expect(await videos()).toBe(0);
  await setRows(db, "videos", { creator_id: ana }, { creator_suspended: false });
  await setRows(db, "videos", { id: videoId }, { deleted_at: new Date() });
  expect(await videos()).toBe(1);
  expect(await violations()).toEqual([]);
});

test("a reply is written by the creator only, once, and may be changed", async () => {
  await save(5, "Ótima");
  const reviewId = (await theirReview())?.id ?? "";
  const caio = await addCreator(db, "Caio");
  const reply = (creatorId: string, text: string) =>
    replyToReview(services, { videoId, reviewId, text, by: actorOf(creatorId) });
  expect(await reply(caio, "Obrigado")).toBe(false);
  expect(await reply(beto, "Obrigado")).toBe(false);
  expect(await reply(ana, "Obrigada")).toBe(true);
  expect(await reply(ana, "Obrigada, Beto!")).toBe(true);
  expect(await theirReview()).toMatchObject({ reply: "Obrigada, Beto!" });
  expect(await actions(ana)).toEqual(["reviewReplied", "reviewReplied"]);
  await setStatus("refunded");
  expect(await reply(ana, "Que pena")).toBe(false);
});

describe("the moderation of reviews", () => {
  const report = async (by: string, reason = "") => {
    const reviewId = (await theirReview())?.id ?? "";
    return reportReview(services, { videoId, reviewId, reason, by: actorOf(by) });
  };

  test("counts one report per person, and never of their own review", async () => {
    await save(1, "Compre no meu site");
    const dora = await addConsumer(db);
    expect(await report(beto)).toBe("notFound");
    expect(await report(dora, "Propaganda")).toBe("reported");
    expect(await report(dora, "De novo")).toBe("already");
    expect(await report(ana)).toBe("reported");
    expect(await theirReview()).toMatchObject({ report_count: 2 });
    const { rows } = await listModerated(db, "reviews", { list: "reported" });
    expect(rows.map(({ id }) => id)).toContain((await theirReview())?.id);
    expect(await actions(dora)).toEqual(["reviewReported"]);
  });

  test("hides a review from page and figures, and its author cannot restore it by deleting it", async () => {
    await save(1, "Compre no meu site");
    const admin = await addConsumer(db);
    const reviewId = (await theirReview())?.id ?? "";
    const decide = (step: "hide" | "unhide" | "keep", reason = "") =>
      moderate(services, "reviews", { id: reviewId, step, reason, by: actorOf(admin) });
    await report(ana);
    expect(await decide("hide", "Propaganda")).toEqual({ ok: true, changed: true });
    expect(await decide("hide", "Propaganda")).toEqual({ ok: true, changed: false });
    expect(await theirReview()).toMatchObject({ shown: false, report_count: 0, hidden_reason: "Propaganda" });
    expect((await figures())[0]).toBe(0);
    await deleteReview(services, { videoId, by: actorOf(beto) });
    expect(await theirReview()).toMatchObject({ text: "", shown: false });
    await save(1, "Compre no meu site");
    expect((await figures())[0]).toBe(0);
    expect(await decide("unhide")).toEqual({ ok: true, changed: true });
    expect((await figures())[0]).toBe(1);
    expect(await actions(admin)).toEqual(["reviewHidden", "reviewShown"]);
  });

  test("closes the reports of a kept review", async () => {
    await save(1, "Não gostei");
    await report(ana);
    const reviewId = (await theirReview())?.id ?? "";
    const admin = await addConsumer(db);
    const keep = () =>
      moderate(services, "reviews", { id: reviewId, step: "keep", reason: "", by: actorOf(admin) });
    expect(await keep()).toEqual({ ok: true, changed: true });
    expect(await keep()).toEqual({ ok: true, changed: false });
    expect(await theirReview()).toMatchObject({ shown: true, report_count: 0, reported_at: null });
  });
});

test("the list of reviews has ten per page, newest first, with first name and initial, and no id of a person", async () => {
  await saveFromBuyers(Array(12).fill(5));
  const asked = { viewer: { userId: beto }, locale: "pt" } as const;
  const video = await requireVideo();
  const first = await showReviews(db, video, asked);
  expect(first.reviews.map(({ text }) => text)).toEqual(Array.from({ length: 10 }, (_, n) => `n${11 - n}`));
  expect(first.reviews[0]).toMatchObject({ author: "Beto A.", mine: false, reported: false });
  expect(first.viewer).toBe("buyer");
  expect(first.histogram?.[0]).toEqual({ stars: 5, count: 12, percent: 100 });
  const after = parseReviewCursor(first.next ?? null);
  const second = await showReviews(db, video, { ...asked, after });
  expect(second.reviews.map(({ text }) => text)).toEqual(["n1", "n0"]);
  expect(second.next).toBeUndefined();
  for (const secret of ["@", ana, beto]) expect(JSON.stringify([first, second])).not.toContain(secret);
});

test("the list of reviews can be sorted by stars, page by page, with the newest first among equals", async () => {
  await saveFromBuyers([3, 5, 1, 5]);
  const video = await requireVideo();
  const pages = async (order: "best" | "worst") => {
    const texts: string[] = [];
    let after: string | undefined;
    do {
      const page = { order, limit: 1, after: parseReviewCursor(after ?? null) };
      const shown = await showReviews(db, video, { viewer: undefined, locale: "pt", ...page });
      texts.push(...shown.reviews.map(({ text }) => text));
      after = shown.next;
    } while (after);
    return texts;
  };
  expect(await pages("best")).toEqual(["n3", "n1", "n0", "n2"]);
  expect(await pages("worst")).toEqual(["n2", "n0", "n3", "n1"]);
});

test("a course shows the reviews of its lessons, each with its lesson, until it has its own", async () => {
  const courseId = await addCourse(db, ana, [videoId]);
  await addSale(db, { consumerId: beto, videoId: courseId });
  await save(4, "Boa aula");
  const shown = async () => {
    const course = await requireVideo(courseId);
    const asked = { viewer: undefined, limit: 5, locale: "pt" } as const;
    const { reviews, figures } = await showCourseReviews(db, course, asked);
    return { count: figures.review_count, texts: reviews.map(({ text, lesson }) => [text, lesson?.title]) };
  };
  expect(await shown()).toEqual({ count: 0, texts: [["Boa aula", "Pão de queijo"]] });
  await save(5, "Bom curso", beto, courseId);
  expect(await shown()).toEqual({ count: 1, texts: [["Bom curso", undefined]] });
});
