import { beforeAll, describe, expect, test } from "vitest";
import { loader as consumerLoader } from "~/routes/admin/consumer";
import { loader as creatorLoader } from "~/routes/admin/creator";
import { loader } from "~/routes/admin/dashboard";
import { ask } from "../../../support/ask";
import { withoutQueries } from "../../../support/failing-queries";
import {
  makeAdmin,
  makeConsumer,
  makeCreator,
  makeSale,
  makeVideo,
  type Person,
} from "../../../support/people";
import { addRows, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

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
  const opening = { action: "payoutDetailsOpened" } as const;
  const entries = () =>
    readRows(db, "audit_entries", opening, "actor_id", "target_id", "target_label", "after");
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
  test.each([
    ["totalCreators", "ECONNREFUSED", "totals", "people.reasonDatabase", ""],
    ["bank_account_number", "42P01", "page", "people.reasonCode", "42P01"],
    ["bank_account_number", "hunter2", "page", "people.reasonCode", ""],
  ] as const)(
    "shows a message without the database's text: %s (%s)",
    async (name, code, part, reason, shownCode) => {
      const error = Object.assign(new Error("password=hunter2 host=db.internal"), { code });
      const shown = await show("", withoutQueries(world, name, error));
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
  const { cookie } = admin;
  const creatorPage = (creatorId: string) =>
    ask(world, creatorLoader, { path: `/admin/creators/${creatorId}`, cookie, params: { creatorId } });
  expect((await creatorPage(creator.userId)).data).toMatchObject({
    creator: { name: "Ana Criadora" },
    balances: [{ account: "creator", currency: "BRL", balance_cents: 4241 }],
    videos: [{ title: "Pão de queijo", price_cents: 4990, standing: "shown" }],
  });
  expect((await creatorPage(buyer.userId)).status).toBe(404);
  expect((await creatorPage("1 OR 1")).status).toBe(404);

  const consumerPage = (consumerId: string) =>
    ask(world, consumerLoader, { path: `/admin/consumers/${consumerId}`, cookie, params: { consumerId } });
  expect((await consumerPage(buyer.userId)).data).toMatchObject({
    consumer: { email: buyer.email },
    purchases: [{ title: "Pão de queijo", amount_cents: 4990, status: "completed" }],
  });
  expect((await consumerPage(creator.userId)).status).toBe(404);
});

async function listAttention(...kinds: string[]) {
  const { attention } = await show();
  if (!attention.ok) throw new Error(attention.message);
  return attention.value.items.filter(({ kind }) => kinds.includes(kind));
}

test("a creator who cannot be paid is counted, and marked in the table", async () => {
  const setKey = (pix_key: string) =>
    setRows(db, "creator_profiles", { user_id: creator.userId }, { pix_key });
  await setKey("chave-pix");
  expect(await listAttention("unpayable")).toEqual([{ kind: "unpayable", count: 1, to: "/admin/payouts" }]);
  expect((await show()).page).toMatchObject({ value: { rows: [{ payoutProblem: "missingPix" }] } });
  await setKey("ana@pix.example");
  expect(await listAttention("unpayable")).toEqual([]);
});

test("a reported review, and a proved request to turn off a lost second factor, need attention", async () => {
  const needing = () => listAttention("reviews", "secondFactor");
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
