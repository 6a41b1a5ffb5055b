/** Sixty payouts in one form: the proof of identity expires, the server fails, or the form is repeated. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { payoutSittingMinutes } from "~/features/accounts/proof/proof-minutes";
import { action, loader } from "~/routes/admin/payout-batch";
import { ask, askAs } from "../../../support/ask";
import { Browser, type Reply } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { makeConsumer, type Person } from "../../../support/people";
import { startTestWorld } from "../../../support/test-services";
import { expectSound } from "../batches/payout-scene";
import { prepareBatch } from "./batch-scene";

const world = await startTestWorld();
const { services } = world;
const { db, clock } = services;
const { port } = await startHttpApp(world);
const minute = 60_000;
const count = 60;

let admin: Person;
let batchId: string;
let ids: string[];
beforeEach(async () => {
  admin = await makeConsumer(world);
  await db.insertInto("user_roles").values({ user_id: admin.userId, role: "admin" }).execute();
  ({ batchId, ids } = await prepareBatch(
    world,
    Array.from({ length: count }, (_, at) => 30_000 - at),
  ));
});
afterEach(() => {
  services.clock = clock;
});

const pathOf = (query = "") => `/admin/payouts/${batchId}${query}`;
function formOf(payoutIds: readonly string[], reference = "", password?: string): string {
  const form = new URLSearchParams({ intent: "settle", reference });
  if (password !== undefined) form.set("password", password);
  for (const id of payoutIds) form.append("payoutId", id);
  return String(form);
}
const headers = { "Content-Type": "application/x-www-form-urlencoded" };
const settle = (payoutIds: readonly string[], reference = "", password?: string) =>
  askAs(world, action, admin, {
    path: pathOf(),
    params: { batchId },
    method: "POST",
    body: formOf(payoutIds, reference, password),
    headers,
  });

/** Runs at each reading of the clock, which a settlement reads once. */
function atEachReading(run: (reading: number) => void): void {
  let readings = 0;
  services.clock = () => {
    readings += 1;
    run(readings);
    return clock();
  };
}

/** How many payouts have each status, and how many audit entries, mails and lines of the ledger they have. */
async function countAll() {
  const rows = await db.selectFrom("payouts").select("status").where("batch_id", "=", batchId).execute();
  const audited = await db
    .selectFrom("audit_entries")
    .select("target_id")
    .where("target_id", "in", ids)
    .execute();
  const keys = ids.map((id) => `payoutSettled:${id}`);
  const mails = await db.selectFrom("mails").select("key").where("key", "in", keys).execute();
  const paidOut = await db
    .selectFrom("ledger_lines")
    .innerJoin("ledger_entries", "ledger_entries.id", "ledger_lines.entry_id")
    .select("ledger_lines.id")
    .where("payout_id", "in", ids)
    .where("account", "=", "paid_out")
    .execute();
  await expectSound(db);
  const countOf = (status: string) => rows.filter((row) => row.status === status).length;
  return {
    paid: countOf("paid"),
    prepared: countOf("prepared"),
    audited: audited.length,
    mails: mails.length,
    paidOut: paidOut.length,
  };
}
const none = { paid: 0, prepared: count, audited: 0, mails: 0, paidOut: 0 };
const all = { paid: count, prepared: 0, audited: count, mails: count, paidOut: count };

test("a proof of identity that expires while sixty payouts are recorded counts for all of them, and not for the next form", async () => {
  atEachReading(() => world.advance(minute));
  expect(await settle(ids, "Lote 7")).toMatchObject({
    status: 303,
    flash: { tone: "success", title: "paying.settledNow", values: { count: String(count) } },
  });
  services.clock = clock;
  expect(await countAll()).toEqual(all);
  const page = await askAs(world, loader, admin, { path: pathOf(), params: { batchId } });
  expect(page.data).toMatchObject({ sittingUntil: undefined });
  expect(await settle(ids, "Lote 7")).toMatchObject({
    status: 400,
    data: { problem: { errors: { password: "accounts.proofMissing" } } },
  });
  expect(await settle(ids, "Lote 7", admin.password)).toMatchObject({
    status: 303,
    flash: { title: "paying.settledNow", values: { count: String(count) } },
  });
  expect(await countAll()).toEqual(all);
});

const fieldOf = (page: Reply, pattern: RegExp) => pattern.exec(page.body)?.[0] ?? "";
const markedIn = (page: Reply) =>
  [...page.body.matchAll(/<input[^>]*name="payoutId"[^>]*>/g)]
    .map(([box]) => box)
    .filter((box) => box.includes("checked"))
    .map((box) => /value="([^"]+)"/.exec(box)?.[1] ?? "");

test("a proof of identity that expires before the press records nothing, and the page keeps marks and references without script", async () => {
  world.advance(payoutSittingMinutes * minute);
  const browser = new Browser({ port, cookie: admin.cookie });
  const marked = ids.filter((_, at) => at % 3 !== 0);
  const references = marked.map((_, at) => `E-${at}`).join("\n");
  const post = (body: string) =>
    browser.ask({
      method: "POST",
      path: pathOf("?show=todo&sort=name"),
      body,
      headers: { ...headers, Origin: world.services.env.APP_URL, "Sec-Fetch-Site": "same-origin" },
    });
  const refused = await post(formOf(marked, references));
  expect(refused.status).toBe(400);
  expect(refused.body).toContain("Por segurança, digite sua senha de novo.");
  expect(fieldOf(refused, /<input[^>]*name="password"[^>]*>/)).toContain('aria-invalid="true"');
  expect(markedIn(refused).toSorted()).toEqual(marked.toSorted());
  expect(fieldOf(refused, /<textarea[^>]*name="reference"[^>]*>[^<]*/)).toContain(references);
  expect(await countAll()).toEqual(none);

  const wrong = await post(formOf(marked, references, "not this one"));
  expect(wrong.status).toBe(400);
  expect(markedIn(wrong).toSorted()).toEqual(marked.toSorted());
  expect(wrong.body).not.toContain("not this one");

  const done = await post(formOf(markedIn(refused), references, admin.password));
  expect(done.location).toBe(pathOf("?show=todo&sort=name"));
  expect(await countAll()).toMatchObject({
    paid: marked.length,
    audited: marked.length,
    mails: marked.length,
  });
});

test("a server that fails in the middle of sixty payouts has recorded each one before completely, and the repeated form the others", async () => {
  let settlements = 0;
  atEachReading(() => {
    settlements += 1;
    if (settlements > 31) throw new Error("the server ends");
  });
  await settle(ids, "Lote 7");
  services.clock = clock;
  const { paid, prepared, audited, mails, paidOut } = await countAll();
  expect(paid).toBeGreaterThan(20);
  expect([prepared, audited, mails, paidOut]).toEqual([count - paid, paid, paid, paid]);
  expect(await settle(ids, "Lote 7")).toMatchObject({
    flash: { title: "paying.settledNow", values: { count: String(count) } },
  });
  expect(await countAll()).toEqual(all);
});

test("a form of sixty payouts that is sent three times at once records each payout once, and each response names all", async () => {
  const send = () =>
    ask(world, action, {
      path: pathOf(),
      params: { batchId },
      body: formOf(ids, "Lote 7"),
      method: "POST",
      headers,
      cookie: admin.cookie,
    });
  for (const answer of await Promise.all([send(), send(), send()]))
    expect(answer).toMatchObject({ flash: { title: "paying.settledNow", values: { count: String(count) } } });
  expect(await countAll()).toEqual(all);
});
