import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "~/platform/db.server";
import { loader as consumerLoader } from "~/routes/admin/consumer";
import { loader as creatorLoader } from "~/routes/admin/creator";
import { loader } from "~/routes/admin/dashboard";
import { ask } from "../../../support/ask";
import {
  makeAdmin,
  makeConsumer,
  makeCreator,
  makeSale,
  makeVideo,
  type Person,
} from "../../../support/people";
import { addRows, setRows } from "../../../support/tables";
import { startTestWorld, type TestWorld } from "../../../support/test-services";

type Shown = Awaited<ReturnType<typeof loader>>;

const world = await startTestWorld();
const { db } = world.services;
let admin: Person;
let creator: Person;
let buyer: Person;

beforeAll(async () => {
  admin = await makeAdmin(world);
  creator = await makeCreator(world);
  buyer = await makeConsumer(world);
  await makeSale(world, buyer, await makeVideo(world, creator));
});

const show = async (query = "", at = world) =>
  (await ask(at, loader, { path: `/admin/dashboard${query}`, cookie: admin.cookie })).data as Shown;

test("the dashboard lists creators first with all columns, and consumers by their tab", async () => {
  const { page, totals } = await show();
  expect(totals).toMatchObject({
    ok: true,
    value: {
      totalCreators: 1,
      totalConsumers: 2,
      totalVideos: 1,
      revenueCents: 4990,
      platformFeeCents: 749,
      adjustedCents: 0,
    },
  });
  expect(page).toEqual({
    ok: true,
    value: {
      people: "creators",
      next: undefined,
      rows: [
        {
          id: creator.userId,
          name: "Ana Criadora",
          email: creator.email,
          suspended: false,
          registered: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
          country: "Brasil",
          method: "PIX",
          pixKey: "a****@pix.example",
          bankName: "Banco do Brasil",
          bankAccount: "**** 45-6",
          bankHolder: null,
          cardLast4: null,
          opened: false,
          payoutProblem: null,
          heldUntil: null,
        },
      ],
    },
  });
  const { page: second } = await show("?tab=consumers");
  expect(second).toMatchObject({ ok: true, value: { people: "consumers" } });
  expect(second.ok && second.value.rows.map(({ email }) => email).sort()).toEqual(
    [admin.email, buyer.email].sort(),
  );
});

test("opening payout details shows them whole, and is recorded once in ten minutes", async () => {
  const query = `?open=${creator.userId}`;
  const whole = { pixKey: "ana@pix.example", bankAccount: "0001/12345-6", opened: true };
  expect((await show(query)).page).toMatchObject({ value: { rows: [whole] } });
  expect((await show(query)).page).toMatchObject({ value: { rows: [whole] } });
  const at = { path: `/admin/creators/${creator.userId}${query}`, cookie: admin.cookie };
  const page = (await ask(world, creatorLoader, { ...at, params: { creatorId: creator.userId } })).data;
  expect(page).toMatchObject({ creator: whole });
  const entries = () =>
    db
      .selectFrom("audit_entries")
      .select(["actor_id", "target_id", "target_label", "after"])
      .where("action", "=", "payoutDetailsOpened")
      .execute();
  const entry = {
    actor_id: admin.userId,
    target_id: creator.userId,
    target_label: "Ana Criadora",
    after: { paidTo: "PIX a****@pix.example" },
  };
  expect(await entries()).toEqual([entry]);
  await show(`?open=${buyer.userId}`);
  await show(`?tab=consumers&open=${creator.userId}`);
  expect(await entries()).toEqual([entry]);
});

describe("a failed part of the dashboard", () => {
  /** The database, except that queries containing this name fail; the session lookup does not. */
  function without(name: string, error: Error): TestWorld {
    const broken: Database = db.withPlugin({
      transformQuery: ({ node }) => {
        const query = JSON.stringify(node);
        if (query.includes(`"name":"${name}"`) && !query.includes('"name":"sessions"')) throw error;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    return { ...world, services: { ...world.services, db: broken } };
  }

  test.each([
    ["totalCreators", "ECONNREFUSED", "totals", "people.reasonDatabase", ""],
    ["bank_account_number", "42P01", "page", "people.reasonCode", "42P01"],
    ["bank_account_number", "hunter2", "page", "people.reasonCode", ""],
  ] as const)(
    "shows a message without the database's text: %s (%s)",
    async (name, code, part, reason, shownCode) => {
      const error = Object.assign(new Error("password=hunter2 host=db.internal"), { code });
      const shown = await show("", without(name, error));
      for (const each of ["totals", "page"] as const) {
        if (each === part)
          expect(shown[each]).toEqual({ ok: false, message: "people.loadFailed", reason, code: shownCode });
        else expect(shown[each].ok).toBe(true);
      }
      expect(JSON.stringify(shown)).not.toContain("hunter2");
    },
  );
});

test("a creator's page has profile, balance and videos; a consumer's has purchases", async () => {
  const asked = (id: string) => ({
    path: `/admin/creators/${id}`,
    cookie: admin.cookie,
    params: { creatorId: id },
  });
  const shown = (await ask(world, creatorLoader, asked(creator.userId))).data;
  expect(shown).toMatchObject({
    creator: { name: "Ana Criadora" },
    balances: [{ account: "creator", currency: "BRL", balance_cents: 4241 }],
    videos: [{ title: "Pão de queijo", price_cents: 4990, standing: "shown" }],
  });
  expect((await ask(world, creatorLoader, asked(buyer.userId))).status).toBe(404);
  expect((await ask(world, creatorLoader, asked("1 OR 1"))).status).toBe(404);

  const person = (id: string) => ({
    path: `/admin/consumers/${id}`,
    cookie: admin.cookie,
    params: { consumerId: id },
  });
  expect((await ask(world, consumerLoader, person(buyer.userId))).data).toMatchObject({
    consumer: { email: buyer.email },
    purchases: [{ title: "Pão de queijo", amount_cents: 4990, status: "completed" }],
  });
  expect((await ask(world, consumerLoader, person(creator.userId))).status).toBe(404);
});

describe("a creator who cannot be paid", () => {
  const setKey = (userId: string, pix_key: string | null) =>
    setRows(db, "creator_profiles", { user_id: userId }, { pix_key });
  const unpayable = async () => {
    const { attention } = await show();
    if (!attention.ok) throw new Error(attention.message);
    return attention.value.items.find(({ kind }) => kind === "unpayable");
  };

  test.each(["chave-pix", "123.456.789-00", null])(
    "is counted and marked in the table with the Pix key %s",
    async (key) => {
      expect(await unpayable()).toBeUndefined();
      await setKey(creator.userId, key);
      expect(await unpayable()).toEqual({ kind: "unpayable", count: 1, to: "/admin/payouts" });
      const { page } = await show();
      expect(page).toMatchObject({ value: { rows: [{ payoutProblem: "missingPix" }] } });
      await setKey(creator.userId, "ana@pix.example");
      expect(await unpayable()).toBeUndefined();
    },
  );
});

test("a reported review, and a proved request to turn off a lost second factor, need attention", async () => {
  const needing = async () => {
    const { attention } = await show();
    if (!attention.ok) throw new Error(attention.message);
    return attention.value.items.filter(({ kind }) => kind === "reviews" || kind === "secondFactor");
  };
  const at = world.services.clock();
  const other = await makeCreator(world);
  const people = [buyer.userId, other.userId];
  const begun = { secret: Buffer.alloc(40), created_at: at };
  await addRows(
    db,
    "second_factors",
    people.map((user_id) => ({ user_id, ...begun })),
  );
  await addRows(
    db,
    "second_factor_removals",
    people.map((user_id) => ({ user_id, asked_at: at })),
  );
  expect(await needing()).toEqual([]);
  const prove = ({ userId }: Person) =>
    setRows(db, "second_factor_removals", { user_id: userId }, { proved_at: at });
  await prove(other);
  expect(await needing()).toEqual([
    { kind: "secondFactor", count: 1, to: `/admin/creators/${other.userId}` },
  ]);
  await db.deleteFrom("second_factor_removals").where("user_id", "=", other.userId).execute();
  await prove(buyer);
  const review = { creator_id: creator.userId, author_id: buyer.userId, rating: 1, text: "Ruim." };
  const video_id = await makeVideo(world, creator);
  await addRows(db, "reviews", { ...review, video_id, reported_at: at, report_count: 1 });
  expect(await needing()).toEqual([
    { kind: "secondFactor", count: 1, to: `/admin/consumers/${buyer.userId}` },
    { kind: "reviews", count: 1, to: "/admin/reviews" },
  ]);
});
