import { beforeAll, describe, expect, test } from "vitest";
import { platformShareBp, splitSale } from "~/features/base/money/platform-share";
import { loader } from "~/routes/creator/dashboard";
import { ask } from "../../../support/ask";
import { withoutQueries } from "../../../support/failing-queries";
import { makeConsumer, makeCreator, makeSale, makeVideo, type Person } from "../../../support/people";
import { addConsumer, addSale, addVideo } from "../../../support/rows";
import { addRows, readInOrder, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

type Shown = Awaited<ReturnType<typeof loader>>;

const world = await startTestWorld();
const { db } = world.services;
const day = 86_400_000;
let ana: Person;

beforeAll(async () => {
  ana = await makeCreator(world);
});

const show = async (who = ana, { query = "", at = world } = {}) => {
  const asked = { path: `/creator/dashboard${query}`, cookie: who.cookie };
  return (await ask(at, loader, asked)).data as Shown;
};

const sell = async (videoId: string, changes: Partial<Parameters<typeof addSale>[1]> = {}) =>
  addSale(db, { consumerId: await addConsumer(db), videoId, now: world.services.clock(), ...changes });

function had<Value>(part: { ok: true; value: Value } | { ok: false; message: string }): Value {
  if (!part.ok) throw new Error(part.message);
  return part.value;
}

test("a dashboard without sales shows zeros, though others sell, and thirty days without earnings", async () => {
  const seller = await makeCreator(world);
  await sell(await addVideo(db, seller.userId));
  expect(had((await show(seller)).sales).days.at(-1)).toMatchObject({ cents: 4241, sales: 1 });
  const shown = await show();
  expect(shown.name).toEqual({ ok: true, value: "Ana Criadora" });
  expect(shown.totalVideos).toEqual({ ok: true, value: 0 });
  const sales = had(shown.sales);
  expect(sales).toMatchObject({
    totals: { totalSales: 0, creatorEarningsCents: 0, platformFeeCents: 0 },
    recent: [],
    next: undefined,
  });
  expect(sales.days).toHaveLength(30);
  expect(sales.days.every(({ cents, sales }) => cents === 0 && sales === 0)).toBe(true);
});

test("the checklist of a new creator follows their steps and disappears when all are done", async () => {
  const seller = await makeCreator(world);
  const done = async () => (await show(seller)).steps?.filter((step) => step.done).map(({ to }) => to);
  // Registration asked for the Pix key.
  expect(await done()).toEqual(["/creator/payments"]);
  const videoId = await makeVideo(world, seller);
  expect(await done()).toEqual(["/creator/upload", "/creator/payments"]);
  await makeSale(world, await makeConsumer(world), videoId, "pending");
  expect(await done()).toEqual(["/creator/upload", "/creator/payments", "/creator/videos"]);
  await setRows(db, "creator_profiles", { user_id: seller.userId }, { portrait_key: "portraits/photo.webp" });
  expect((await show(seller)).steps).toBeNull();
  await setRows(db, "creator_profiles", { user_id: seller.userId }, { pix_key: null });
  expect(await done()).toEqual(["/creator/upload", "/creator/profile", "/creator/videos"]);
});

test("the dashboard begins with what needs the creator, the nearest deadline first, and their next payout", async () => {
  const seller = await makeCreator(world);
  const videoId = await makeVideo(world, seller);
  const learner = await makeConsumer(world);
  await makeSale(world, learner, videoId);
  await setRows(db, "creator_profiles", { user_id: seller.userId }, { portrait_key: "portraits/photo.webp" });
  await setRows(db, "payout_schedule", {}, { weekdays: [1, 2, 3, 4, 5, 6, 7] });
  const kinds = async () => (await show(seller)).tasks.map(({ kind }) => kind);
  const dated = await kinds();
  expect(dated).toContain("taxId");
  await addRows(db, "question_posts", {
    video_id: videoId,
    creator_id: seller.userId,
    author_id: learner.userId,
    text: "Dá para treinar sem palheta?",
    created_at: new Date(world.services.clock().getTime() - 2 * day),
  });
  expect(await kinds()).toEqual(["question", ...dated]);
  const { tasks, payout } = await show(seller);
  expect(tasks[0]?.values).toMatchObject({ name: "Beto A.", text: "Dá para treinar sem palheta?", days: 2 });
  expect(payout).toMatchObject({ cents: 4241, date: expect.stringMatching(/^\d+ \w{3}$/) });
});

test("a purchase appears in the cards, in the list, and on its day", async () => {
  const seller = await makeCreator(world);
  world.setTime(new Date("2026-11-21T02:29:00Z"));
  const videoId = await makeVideo(world, seller);
  await makeSale(world, await makeConsumer(world), videoId);
  world.advance(60_000);
  await makeSale(world, await makeConsumer(world), videoId, "processing");
  const shown = await show(seller);
  const sales = had(shown.sales);
  expect(had(shown.totalVideos)).toBe(1);
  expect(sales.totals).toEqual({
    totalSales: 1,
    creatorEarningsCents: 4241,
    platformFeeCents: 749,
    shareBp: 1500,
  });
  expect(sales.recent.map(({ id: _, ...sale }) => sale)).toEqual([
    {
      title: "Pão de queijo",
      date: "20 nov 2026, 23:30",
      creator_earnings_cents: 4241,
      currency: "BRL",
      expected: true,
      release: null,
      status: "processing",
    },
    {
      title: "Pão de queijo",
      date: "20 nov 2026, 23:29",
      creator_earnings_cents: 4241,
      currency: "BRL",
      expected: false,
      release: { day: "5 dez", over: false },
      status: "completed",
    },
  ]);
  // 02:30 UTC is still the previous evening in São Paulo.
  expect(sales.days.at(-1)).toEqual({ label: "20 nov", cents: 4241, sales: 1 });
  expect(JSON.stringify(shown)).not.toContain("Beto");
});

describe("a checkout that ended without a payment", () => {
  const statuses = async (seller: Person) =>
    had((await show(seller)).sales).recent.map(({ status }) => status);

  test("is listed until the buyer opens another checkout", async () => {
    const seller = await makeCreator(world);
    const videoId = await makeVideo(world, seller);
    const buyer = await makeConsumer(world);
    await makeSale(world, buyer, videoId, "pending");
    // The checkout expires: a second purchase replaces it.
    world.advance(2 * 60 * 60_000);
    await makeSale(world, buyer, videoId, "pending");
    expect(await statuses(seller)).toEqual(["pending"]);
    world.advance(2 * 60 * 60_000);
    await makeSale(world, buyer, videoId);
    expect(await statuses(seller)).toEqual(["completed"]);
    await sell(videoId, { status: "failed" });
    expect((await statuses(seller)).sort()).toEqual(["completed", "failed"]);
  });

  test("stays listed if the payment failed", async () => {
    const seller = await makeCreator(world);
    const videoId = await makeVideo(world, seller);
    const buyer = await makeConsumer(world);
    await makeSale(world, buyer, videoId, "failed");
    world.advance(60_000);
    await makeSale(world, buyer, videoId);
    expect(await statuses(seller)).toEqual(["completed", "failed"]);
  });
});

describe("the days of the dashboard's chart", () => {
  test("are thirty days with today in São Paulo's time, and count only paid sales", async () => {
    const seller = await makeCreator(world);
    world.setTime(new Date("2026-11-20T15:00:00Z"));
    const videoId = await addVideo(db, seller.userId);
    const pay = (time: string, amountCents: number) => sell(videoId, { amountCents, now: new Date(time) });
    await pay("2026-10-22T02:59:59.999Z", 100_000); // the last moment before the thirty days
    await pay("2026-10-22T03:00:00Z", 1_000);
    await pay("2026-10-23T02:59:59.999Z", 2_000);
    await pay("2026-10-23T03:00:00Z", 4_000);
    await pay("2026-11-20T14:00:00Z", 8_000);
    for (const status of ["pending", "failed", "refunded", "disputed", "processing"] as const)
      await sell(videoId, { status });
    const { days, totals } = had((await show(seller)).sales);
    const earned = (cents: number) => splitSale(cents, platformShareBp).creatorEarningsCents;
    expect(days.filter(({ cents }) => cents > 0)).toEqual([
      { label: "22 out", cents: earned(1_000) + earned(2_000), sales: 2 },
      { label: "23 out", cents: earned(4_000), sales: 1 },
      // A disputed amount counts until the dispute is lost. The refunded sale was paid too, and its amount went back.
      { label: "20 nov", cents: earned(8_000) + earned(4_990), sales: 3 },
    ]);
    expect([days[0]?.label, days.length]).toEqual(["22 out", 30]);
    expect(totals.totalSales).toBe(5);
  });

  test("keep the earnings of a video deleted since", async () => {
    const seller = await makeCreator(world);
    const videoId = await addVideo(db, seller.userId);
    await sell(videoId);
    await setRows(db, "videos", { id: videoId }, { deleted_at: new Date() });
    const shown = await show(seller);
    expect(had(shown.totalVideos)).toBe(0);
    expect(had(shown.sales).days.at(-1)).toMatchObject({ cents: 4241 });
  });
});

test("the list of sales has every sale once over many videos, newest first, page by page", async () => {
  const seller = await makeCreator(world);
  const videos = await Promise.all(Array.from({ length: 4 }, () => addVideo(db, seller.userId)));
  const start = world.services.clock().getTime();
  for (let n = 0; n < 45; n++) {
    // Three in each millisecond.
    await sell(videos[n % 3] ?? "", { now: new Date(start - Math.floor(n / 3) * day) });
  }
  const seen: string[] = [];
  for (let query = "", pages = 0; pages < 10; pages++) {
    const { recent, next } = had((await show(seller, { query })).sales);
    seen.push(...recent.map(({ id }) => id));
    if (!next) break;
    query = `?after=${next}`;
  }
  const sales = await readInOrder(db, "sales", {}, ["created_at", "id"], "id", "video_id");
  const own = sales.filter(({ video_id }) => videos.includes(video_id)).map(({ id }) => id);
  expect(seen).toEqual(own.reverse());
});

describe("a failed part of the dashboard shows its message, and the others stay", () => {
  const failing = (code: string) => Object.assign(new Error("password=hunter2 host=db.internal"), { code });

  const database = { reason: "creator.reasonDatabase", code: "" } as const;

  test.each([
    ["earned_cents", "ECONNREFUSED", "sales", { message: "creator.salesLoadFailed", ...database }],
    [
      "earned_cents",
      "42P01",
      "sales",
      { message: "creator.salesLoadFailed", reason: "creator.reasonCode", code: "42P01" },
    ],
    ["creator_profiles", "57P01", "name", { message: "creator.userLoadFailed", ...database }],
    ["published_at", "53300", "totalVideos", { message: "creator.videosCountFailed", ...database }],
  ] as const)("for %s (%s)", async (name, code, part, told) => {
    const shown = await show(ana, { at: withoutQueries(world, name, failing(code)) });
    expect(shown[part]).toEqual({ ok: false, ...told });
    for (const other of ["name", "sales", "totalVideos"] as const) {
      if (other !== part) expect(shown[other]).toMatchObject({ ok: true });
    }
    // The cause is logged, not shown.
    expect(JSON.stringify(shown)).not.toMatch(/hunter2|db\.internal/);
    expect(world.logged.at(-1)).toMatchObject({
      level: 50,
      err: { message: expect.stringContaining("hunter2") },
    });
  });

  test("for other failures with the message for unexpected errors", async () => {
    const shown = await show(ana, {
      at: withoutQueries(world, "earned_cents", new TypeError("planted bug")),
    });
    expect(shown.sales).toMatchObject({ ok: false, message: "creator.dashboardFailed" });
    expect(shown.name).toMatchObject({ ok: true });
    expect(JSON.stringify(shown)).not.toContain("planted");
  });
});

test("an invalid Pix key is a problem of the payment method that uses it", async () => {
  const seller = await makeCreator(world);
  expect((await show(seller)).payoutProblem).toBeNull();
  const choose = (payment_method: "pix" | "bank") =>
    setRows(db, "creator_profiles", { user_id: seller.userId }, { pix_key: "chave-pix", payment_method });
  await choose("pix");
  expect((await show(seller)).payoutProblem).toBe("missingPix");
  await choose("bank");
  expect((await show(seller)).payoutProblem).toBeNull();
});
