/**
 * Two persons for payouts, refunds by bank transfer, adjustments and new administrators: what the code refuses, and
 * what the database refuses where the code is passed by.
 */
import { randomUUID } from "node:crypto";
import { type InsertObject, sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { adjustBalance } from "~/features/money/ledger/adjust-balance.server";
import type { AdjustmentKind } from "~/features/money/ledger/adjustment";
import { findOwedCents } from "~/features/money/ledger/adjustments.queries.server";
import {
  countConfirmers,
  findSecondPersonProblem,
} from "~/features/money/ledger/second-person.queries.server";
import { returnPayout, settlePayout } from "~/features/money/payouts/settle-payout.server";
import { countWaiting } from "~/features/office/dashboard/attention.queries.server";
import { changeAccount } from "~/features/office/people/change-account.server";
import { decideRequest, showRequests } from "~/features/office/people/requests.server";
import { submitRefundKey } from "~/features/orders/purchases/refund-mails.server";
import { returnTransfer, settleTransfer } from "~/features/orders/purchases/settle-transfer.server";
import type { DB } from "~/platform/schema";
import { asOwner, withOwner } from "../../../support/as-owner";
import { expectNoViolations } from "../../../support/proofs";
import { actorOf, addConsumer, addSale, addUser, addVideo } from "../../../support/rows";
import { addRow, addRows, readInOrder, readRow, readRows, setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";
import { addPayee, day, payoutOf, start, startPaying } from "../../money/payouts/payout-scene";

const db = await openTestDatabase();
const paying = await startPaying(db);
const env = { PAYOUT_TWO_PEOPLE: true };
const services = { ...paying.services, env };
const alone = paying.services;
const long = new Date(start.getTime() - 90 * day);
const at = (days: number) => new Date(start.getTime() - days * day);

async function addPerson(): Promise<string> {
  const id = await addUser(db);
  await setRows(db, "users", { id }, { email_verified_at: long });
  return id;
}

/** Roles that the operator granted, without a granter. */
async function addAdmin(): Promise<string> {
  const id = await addPerson();
  await addRows(db, "user_roles", { user_id: id, role: "admin", created_at: long });
  return id;
}

const actor = (id: string, when = start) => actorOf(id, `${id}@example.com`, when);
const grant = (by: string, userId: string, when = start, needs = services) =>
  changeAccount(needs, { step: "grant", userId, by: actor(by, when) });
const decide = (by: string, id: string, decision: "approved" | "declined" = "approved", when = start) =>
  decideRequest(services, { id, decision, by: actor(by, when) });
const isAdmin = async (id: string) =>
  (await readRows(db, "user_roles", { user_id: id }, "role")).length === 1;
const problem = (confirmer: string, requester: string, requestedAt = start) =>
  findSecondPersonProblem(db, { confirmer, requester, requestedAt });

const waitingFor = async (accountId: string) =>
  (await readRow(db, "second_person_requests", { account_id: accountId, status: "waiting" }, "id")).id;

/** Requested by one and approved by another administrator. */
async function grantByTwo(by: string, approver: string, userId: string, when = at(60)): Promise<void> {
  expect(await grant(by, userId, when)).toMatchObject({ ok: true, waiting: true });
  expect(await decide(approver, await waitingFor(userId), "approved", when)).toEqual({ ok: true });
}

/** Approves a request past the code. */
const forgeApproval = (id: string, decided_by: string, decided_at = start) =>
  setRows(db, "second_person_requests", { id }, { status: "approved", decided_by, decided_at });

const samePerson = { ok: false, error: "samePerson" };
const ownMoney = { ok: false, error: "ownMoney" };

const required = (on: boolean) => asOwner(db, `UPDATE two_people_settings SET required = ${on}`);

let ana: string;
let bia: string;
beforeEach(async () => {
  await required(false);
  await db.deleteFrom("user_roles").execute();
  ana = await addAdmin();
  bia = await addAdmin();
});

describe("a second person", () => {
  test("is another administrator, who has had the role since before the request", async () => {
    expect(await problem(bia, ana)).toBeUndefined();
    expect(await problem(ana, ana)).toBe("samePerson");
    expect(await problem(await addUser(db), ana)).toBe("notAdmin");
    expect(await problem(bia, ana, new Date(long.getTime() - 1))).toBe("newerRole");
  });

  test("did not get the role from the requester, directly, through others, or through a former administrator", async () => {
    const [carla, davi] = [await addPerson(), await addPerson()];
    await grantByTwo(ana, bia, carla);
    await grantByTwo(carla, await addAdmin(), davi, at(50));
    for (const confirmer of [carla, davi])
      for (const requester of [ana, bia])
        expect(await problem(confirmer, requester)).toBe("roleFromRequester");
    await changeAccount(services, { step: "remove", userId: carla, reason: "x", by: actor(ana) });
    expect(await problem(davi, ana)).toBe("roleFromRequester");
    // A second person saw that they are somebody: who granted the role may confirm what they request.
    expect(await problem(ana, davi)).toBeUndefined();
  });

  test("for a role is neither the person who granted it nor the one who got it", async () => {
    const puppet = await addPerson();
    await grant(ana, puppet, at(60), alone);
    expect(await problem(puppet, ana)).toBe("roleFromRequester");
    expect(await problem(ana, puppet)).toBe("roleToRequester");
    expect(await problem(bia, puppet)).toBeUndefined();
    expect(await countConfirmers(db, { requester: puppet, requestedAt: start })).toBe(1);
    await asOwner(db, `UPDATE admin_grants SET vouched_at = now() WHERE user_id = '${puppet}'`);
    expect(await problem(puppet, ana)).toBeUndefined();
    expect(await problem(ana, puppet)).toBeUndefined();
  });
});

describe("a new administrator", () => {
  test("gets the role once another administrator approves, and the log names both", async () => {
    const carla = await addPerson();
    expect(await grant(ana, carla)).toEqual({ ok: true, changed: true, waiting: true });
    expect(await grant(bia, carla)).toEqual({ ok: true, changed: false, waiting: true });
    expect(await isAdmin(carla)).toBe(false);
    expect(await countWaiting(db, start)).toMatchObject({ approvals: 1 });
    const id = await waitingFor(carla);
    expect(await decide(ana, id)).toEqual(samePerson);
    expect(await isAdmin(carla)).toBe(false);
    expect((await showRequests(services, bia))[0]).toMatchObject({ id, kind: "grant", problem: null });
    expect(await decide(bia, id)).toEqual({ ok: true });
    expect(await decide(bia, id)).toEqual({ ok: false, error: "decidedBefore" });
    expect(await isAdmin(carla)).toBe(true);
    expect(
      await readInOrder(db, "audit_entries", { target_id: carla }, ["id"], "action", "actor_id"),
    ).toEqual(
      expect.arrayContaining([
        { action: "grantRequested", actor_id: ana },
        { action: "adminGranted", actor_id: bia },
      ]),
    );
  });

  test("gets nothing if the request is declined or withdrawn", async () => {
    const carla = await addPerson();
    for (const by of [bia, ana]) {
      await grant(ana, carla);
      expect(await decide(by, await waitingFor(carla), "declined")).toEqual({ ok: true });
      expect(await isAdmin(carla)).toBe(false);
    }
  });

  test("is approved within 30 days, in the code and in the database", async () => {
    const carla = await addPerson();
    await grant(ana, carla, at(31));
    const id = await waitingFor(carla);
    const late = new Date(at(1).getTime() + 1);
    expect((await showRequests(services, bia))[0]).toMatchObject({ id, problem: "expired" });
    expect(await decide(bia, id, "approved", late)).toEqual({ ok: false, error: "expired" });
    await expect(forgeApproval(id, bia, late)).rejects.toThrow("needs a second person: expired");
    expect(await decide(bia, id, "declined", late)).toEqual({ ok: true });
    await grant(ana, carla, at(31));
    expect(await decide(bia, await waitingFor(carla), "approved", at(1))).toEqual({ ok: true });
  });

  test("who is suspended meanwhile is not approved, and the request waits", async () => {
    const carla = await addPerson();
    await grant(ana, carla);
    await changeAccount(services, { step: "suspend", userId: carla, reason: "x", by: actor(bia) });
    const id = await waitingFor(carla);
    expect(await decide(bia, id)).toEqual({ ok: false, error: "isSuspended" });
    expect(await waitingFor(carla)).toBe(id);
  });

  test("made by the only administrator gets the role at once, because nobody could approve, and is not a second person", async () => {
    await changeAccount(services, { step: "remove", userId: bia, reason: "x", by: actor(ana) });
    await required(true);
    const [carla, davi] = [await addPerson(), await addPerson()];
    expect(await grant(ana, carla, at(1))).toEqual({ ok: true, changed: true });
    expect(await countConfirmers(db, { requester: ana, requestedAt: start })).toBe(0);
    // An account made administrator by one person counts as that person: neither may approve the other's requests.
    expect(await grant(carla, davi)).toMatchObject({ waiting: true });
    expect(await decide(ana, await waitingFor(davi))).toEqual({ ok: false, error: "roleToRequester" });
  });

  test("gets no role from the database without an approved request for this person", async () => {
    await required(true);
    const [carla, davi] = [await addPerson(), await addPerson()];
    const insert = (values: { granted_by?: string; request_id?: string }) =>
      addRows(db, "user_roles", { user_id: carla, role: "admin", ...values });
    await expect(insert({})).rejects.toThrow("needs a second person");
    await expect(insert({ granted_by: ana })).rejects.toThrow("needs a second person");
    await grant(ana, davi);
    const request_id = await waitingFor(davi);
    await expect(insert({ granted_by: ana, request_id })).rejects.toThrow("needs a second person");
    await decide(bia, request_id);
    await expect(insert({ granted_by: ana, request_id })).rejects.toThrow("needs a second person");
    for (const forged of [
      `UPDATE second_person_requests SET account_id = '${carla}'`,
      `UPDATE user_roles SET user_id = '${carla}' WHERE user_id = '${davi}'`,
      `UPDATE admin_grants SET vouched_at = now()`,
      "UPDATE two_people_settings SET required = false",
    ])
      await expect(sql.raw(forged).execute(db), forged).rejects.toThrow(/decided once|permission denied/);
  });

  test("gets no role from the database if the requester, or a person with a role from them, approved it", async () => {
    const [carla, davi] = [await addPerson(), await addPerson()];
    await grantByTwo(ana, bia, carla);
    await grant(ana, davi);
    const id = await waitingFor(davi);
    for (const approver of [ana, carla])
      await expect(forgeApproval(id, approver)).rejects.toThrow(/needs a second person/);
  });
});

describe("a payout", () => {
  async function prepare() {
    const creator = await addPayee(db);
    const videoId = await addVideo(db, creator);
    await addSale(db, { consumerId: await addConsumer(db), videoId, now: at(40) });
    await addRows(db, "user_roles", { user_id: paying.adminId, role: "admin", created_at: long });
    return paying.preparePayout(creator);
  }
  const paid = { status: "paid", bankReference: "E1" } as const;
  /** Confirms a payout past the code. */
  const forge = (id: string, decided_by: string) =>
    setRows(db, "payouts", { id }, { status: "paid", bank_reference: "E1", decided_by, decided_at: start });

  test("is confirmed, failed and returned only by a second person", async () => {
    const payout = await prepare();
    const wish = { batchId: payout.batch_id, payoutId: payout.id };
    const puppet = await addPerson();
    await grant(paying.adminId, puppet, at(60), alone);
    const late = await addPerson();
    await grantByTwo(bia, ana, late, new Date(payout.created_at.getTime() + day));
    const refused = [
      [paying.adminId, "samePerson"],
      [puppet, "roleFromRequester"],
      [late, "newerRole"],
    ] as const;
    for (const [by, error] of refused)
      for (const end of [paid, { status: "failed", failure: "Conta errada" } as const])
        expect(await settlePayout(services, { ...wish, by: actor(by), end })).toEqual({ ok: false, error });
    expect(await settlePayout(services, { ...wish, by: actor(ana), end: paid })).toMatchObject({ ok: true });
    for (const [by, error] of refused)
      expect(await returnPayout(services, { ...wish, by: actor(by), reason: "x" })).toEqual({
        ok: false,
        error,
      });
    expect(await payoutOf(db, payout.creator_id)).toMatchObject({ status: "paid", decided_by: ana });
    await expectNoViolations(db);
  });

  test("to an administrator is neither confirmed nor returned by themself", async () => {
    const payout = await prepare();
    const self = payout.creator_id;
    await addRows(db, "user_roles", { user_id: self, role: "admin", created_at: long });
    const wish = { batchId: payout.batch_id, payoutId: payout.id };
    expect(await settlePayout(services, { ...wish, by: actor(self), end: paid })).toEqual(ownMoney);
    await required(true);
    await expect(forge(payout.id, self)).rejects.toThrow("needs a second person: ownMoney");
    expect(await settlePayout(services, { ...wish, by: actor(ana), end: paid })).toMatchObject({ ok: true });
    expect(await returnPayout(services, { ...wish, by: actor(self), reason: "x" })).toEqual(ownMoney);
    expect(await payoutOf(db, self)).toMatchObject({ status: "paid" });
  });

  test("is refused by the database to the one who prepared it", async () => {
    const payout = await prepare();
    await required(true);
    await expect(forge(payout.id, paying.adminId)).rejects.toThrow("needs a second person: samePerson");
    await expect(forge(payout.id, await addUser(db))).rejects.toThrow("needs a second person: notAdmin");
    // What the database requires, the code asks for without the variable.
    const wish = { batchId: payout.batch_id, payoutId: payout.id, end: paid };
    expect(await settlePayout(alone, { ...wish, by: actor(paying.adminId) })).toEqual(samePerson);
    expect(await settlePayout(alone, { ...wish, by: actor(bia) })).toMatchObject({ ok: true });
  });
});

describe("a refund by bank transfer", () => {
  async function request(requested_by: string | null, reason: "admin" | "withdrawal" | "duplicate") {
    const consumerId = await addConsumer(db);
    const videoId = await addVideo(db, await addPayee(db));
    const saleId = await addSale(db, { consumerId, videoId, now: at(5) });
    const values = { amount_cents: 100, status: "requested", channel: "outside", created_at: at(1) } as const;
    const { id } = await withOwner(db, (owner) =>
      addRow(owner, "refunds", { ...values, sale_id: saleId, reason, requested_by }),
    );
    const sent = { status: "succeeded", note: "E1", noKeyReason: "Em dinheiro" } as const;
    return { id, saleId, consumerId, ...sent, seenKeyGivenAt: null };
  }

  test("requested by an administrator is recorded as sent by another one", async () => {
    const refund = await request(ana, "admin");
    expect(await settleTransfer(services, refund, actor(ana))).toEqual(samePerson);
    await required(true);
    const forge = (settled_by: string | null) =>
      setRows(db, "refunds", { id: refund.id }, { status: "succeeded", no_key_reason: "x", settled_by });
    await expect(forge(ana)).rejects.toThrow("needs a second person");
    await expect(forge(null)).rejects.toThrow("needs a second person");
    expect(await settleTransfer(services, refund, actor(bia))).toEqual({ ok: true });
    expect(await settleTransfer(services, refund, actor(bia))).toEqual({ ok: false, error: "gone" });
    const returned = { ...refund, reason: "Conta encerrada" };
    expect(await returnTransfer(services, returned, actor(ana))).toEqual(samePerson);
    expect(await returnTransfer(services, returned, actor(bia))).toEqual({ ok: true });
  });

  test("made again to another key is still not confirmed by the administrator who requested it", async () => {
    await required(true);
    const { consumerId, ...refund } = await request(ana, "admin");
    const key = { consumerId, saleId: refund.saleId, pixKey: "ana@example.com", locale: "pt" } as const;
    expect(await submitRefundKey(services, key)).toEqual({ ok: true });
    const given = await readRow(db, "refunds", { id: refund.id }, "key_given_at");
    const distrusted = { ...refund, status: "failed", seenKeyGivenAt: given.key_given_at } as const;
    expect(await settleTransfer(services, distrusted, actor(bia))).toEqual({ ok: true });
    expect(await submitRefundKey(services, { ...key, pixKey: "bia@example.com" })).toEqual({ ok: true });
    const requested = { sale_id: refund.saleId, status: "requested" } as const;
    const again = await readRow(db, "refunds", requested, "id", "key_given_at");
    const sent = { ...refund, id: again.id, seenKeyGivenAt: again.key_given_at };
    expect(await settleTransfer(services, sent, actor(ana))).toEqual(samePerson);
    expect(await settleTransfer(services, sent, actor(bia))).toEqual({ ok: true });
  });

  test("requested by a buyer or the system needs one administrator, who is not the buyer", async () => {
    await required(true);
    const own = await request(ana, "withdrawal");
    expect(await settleTransfer(services, own, actor(ana))).toEqual(samePerson);
    const buyer = await addPerson();
    for (const refund of [own, await request(buyer, "withdrawal"), await request(null, "duplicate")])
      expect(await settleTransfer(services, refund, actor(bia))).toEqual({ ok: true });
  });
});

describe("an adjustment", () => {
  type Wish = { creatorId: string; kind?: AdjustmentKind; cents: number; id?: string };
  const adjust = (wish: Wish, by = ana, needs = services) =>
    adjustBalance(needs, { id: randomUUID(), kind: "credit", reason: "Bônus", ...wish }, actor(by));
  type Adjustment = InsertObject<DB, "ledger_adjustments">;
  /** Posts an adjustment past the code. */
  const forgeAdjustment = (values: Partial<Adjustment> & Pick<Adjustment, "creator_id">) =>
    addRows(db, "ledger_adjustments", {
      id: randomUUID(),
      kind: "credit",
      amount_cents: 30_000,
      reason: "x",
      created_by: ana,
      created_at: start,
      ...values,
    });
  const waits = { ok: true, repeated: false, waiting: true };

  test("above the limit waits, and is posted in the name of the requester when another administrator approves it", async () => {
    const creatorId = await addPayee(db);
    const id = randomUUID();
    expect(await adjust({ creatorId, cents: 10_000_000, id })).toEqual(waits);
    expect(await adjust({ creatorId, cents: 10_000_000, id })).toEqual({ ...waits, repeated: true });
    expect(await findOwedCents(db, creatorId)).toBe(0);
    expect(await decide(ana, id)).toEqual(samePerson);
    expect(await decide(bia, id)).toEqual({ ok: true });
    expect(await findOwedCents(db, creatorId)).toBe(10_000_000);
    expect(await adjust({ creatorId, cents: 10_000_000, id })).toEqual({ ok: true, repeated: true });
    expect(await readRows(db, "ledger_adjustments", { id })).toMatchObject([
      { created_by: ana, request_id: id },
    ]);
    await expectNoViolations(db);
  });

  test("below the limit needs one person, until the sum of all administrators in 30 days exceeds it", async () => {
    const [one, other] = [await addPayee(db), await addPayee(db)];
    expect(await adjust({ creatorId: one, cents: 15_000 })).toEqual({ ok: true, repeated: false });
    expect(await adjust({ creatorId: other, cents: 5_001 })).toEqual(waits);
    expect(await adjust({ creatorId: other, kind: "debit", cents: 5_001 })).toEqual(waits);
    expect(await adjust({ creatorId: other, cents: 5_000 })).toEqual({ ok: true, repeated: false });
    expect(await adjust({ creatorId: other, cents: 1 }, bia)).toEqual(waits);
    paying.advance(31 * day);
    expect(await adjust({ creatorId: other, cents: 20_000 })).toEqual({ ok: true, repeated: false });
    paying.setTime(start);
  });

  test("of an administrator's own balance waits, and is approved by others only", async () => {
    const self = await addPayee(db);
    await addRows(db, "user_roles", { user_id: self, role: "admin", created_at: long });
    expect(await adjust({ creatorId: self, cents: 1 }, self)).toEqual(waits);
    const id = randomUUID();
    expect(await adjust({ creatorId: self, cents: 30_000, id })).toEqual(waits);
    expect(await decide(self, id)).toEqual(ownMoney);
    await required(true);
    await expect(forgeApproval(id, self)).rejects.toThrow("needs a second person: ownMoney");
    const credit = forgeAdjustment({ creator_id: self, amount_cents: 1, created_by: self });
    await expect(credit).rejects.toThrow("needs a second person: notApproved");
    expect(await decide(bia, id)).toEqual({ ok: true });
  });

  test("never exceeds the limit by concurrent requests", async () => {
    paying.advance(100 * day);
    const creators = await Promise.all(Array.from({ length: 6 }, () => addPayee(db)));
    const ends = await Promise.all(
      creators.map((creatorId, place) => adjust({ creatorId, cents: 9_000 }, place % 2 ? ana : bia)),
    );
    paying.setTime(start);
    expect(ends.filter((end) => end.ok && !end.waiting)).toHaveLength(2);
  });

  test("a write-off or a repayment always waits, and is refused when the debt has changed", async () => {
    const creatorId = await addPayee(db);
    await adjust({ creatorId, kind: "debit", cents: 1_000 }, ana, alone);
    for (const kind of ["writeOff", "repayment"] as const) {
      const id = randomUUID();
      expect(await adjust({ creatorId, kind, cents: 1_000, id })).toEqual(waits);
      await adjust({ creatorId, cents: 500 }, bia, alone);
      expect(await decide(bia, id)).toEqual({ ok: false, error: "moreThanDebt" });
      expect(await waitingFor(creatorId)).toBe(id);
      await decide(bia, id, "declined");
      await adjust({ creatorId, kind: "debit", cents: 500 }, bia, alone);
    }
  });

  test("is refused by the database if code posts it alone, or if something else was approved", async () => {
    await required(true);
    const creatorId = await addPayee(db);
    const approved = randomUUID();
    await adjust({ creatorId, cents: 30_000, id: approved });
    const insert = (values: Partial<Adjustment>) => forgeAdjustment({ creator_id: creatorId, ...values });
    await expect(insert({ id: approved, request_id: approved })).rejects.toThrow("needs a second person");
    await decide(bia, approved);
    for (const values of [
      {},
      { kind: "writeOff", amount_cents: 1 },
      { kind: "repayment", amount_cents: 1 },
      { request_id: approved },
      { id: approved, request_id: approved, amount_cents: 30_001 },
      { id: approved, request_id: approved, created_by: bia },
    ] as const)
      await expect(insert(values)).rejects.toThrow(/needs a second person|ledger_adjustments_pkey/);
  });

  test("does not wait without the two-person rule", async () => {
    const creatorId = await addPayee(db);
    expect(await adjust({ creatorId, cents: 10_000_000 }, ana, alone)).toEqual({ ok: true, repeated: false });
  });
});
