/** /account/data: the download, and the erasure that can be revoked. */
import { describe, expect, test } from "vitest";
import { makeDownload } from "~/features/entrance/privacy/make-download.server";
import * as data from "~/routes/account/data";
import * as file from "~/routes/account/data-file";
import { sweep } from "~/server/sweep.server";
import { ask, askAs } from "../support/ask";
import { makeConsumer, makeCreator, makeSale, makeVideo, type Person, signIn } from "../support/people";
import { readInOrder, readRow, readRows } from "../support/tables";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const path = "/account/data";
const minute = 60_000;
const day = 86_400_000;

const press = (who: Person, form: Record<string, string>, query = "") =>
  askAs(world, data.action, who, { path: `${path}${query}`, form });
const show = (who: Person, query = "") =>
  ask(world, data.loader, { path: `${path}${query}`, cookie: who.cookie });
const download = (who: Person, method = "GET") =>
  ask(world, file.loader, { path: `${path}/file`, cookie: who.cookie, method });

async function runExport(who: Person): Promise<void> {
  const wanted = await readRow(db, "data_exports", { user_id: who.userId }, "id");
  await makeDownload(services, { exportId: wanted.id });
}

describe("the download of personal data", () => {
  test("contains all data of the person, without secrets, and no data of others", async () => {
    const creator = await makeCreator(world);
    const buyer = await makeConsumer(world);
    await makeSale(world, buyer, await makeVideo(world, creator));
    expect(await press(buyer, { intent: "export" })).toMatchObject({
      status: 303,
      location: path,
      flash: { tone: "success", title: "privacy.asked" },
    });
    expect((await show(buyer)).data).toMatchObject({ underWay: true, readyUntil: null });
    expect((await download(buyer)).status).toBe(404);
    expect(await press(buyer, { intent: "export" })).toMatchObject({ flash: { title: "privacy.underWay" } });
    await runExport(buyer);
    expect((await show(buyer, "?lng=en")).data).toMatchObject({
      underWay: false,
      readyUntil: expect.stringMatching(/20\d\d/),
    });
    const answer = await download(buyer);
    expect(answer.headers.get("Content-Disposition")).toContain("attachment");
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store, no-transform");
    const kept = JSON.parse(answer.text) as { data: { table: string; rows: Record<string, unknown>[] }[] };
    const rowsOf = (table: string) => kept.data.find((section) => section.table === table)?.rows;
    expect(rowsOf("users")).toMatchObject([{ email: buyer.email }]);
    expect(rowsOf("sales")).toMatchObject([{ amount_cents: 4990, status: "completed" }]);
    expect(rowsOf("payment_events")?.length).toBeGreaterThan(0);
    expect(answer.text).not.toMatch(/password_hash|id_hash|token_hash|argon|scrypt/);
    expect(answer.text).not.toContain(creator.email);
    expect((await download(creator)).status).toBe(404);
    const mail = await readRows(db, "mails", { user_id: buyer.userId, kind: "dataReady" }, "kind");
    expect(mail).toHaveLength(1);
  });

  test("is deleted after seven days", async () => {
    const buyer = await makeConsumer(world);
    await press(buyer, { intent: "export" });
    await runExport(buyer);
    expect((await download(buyer, "HEAD")).status).toBe(200);
    world.advance(7 * day + minute);
    const again = { ...buyer, cookie: await signIn(world, buyer.userId) };
    expect((await download(again)).status).toBe(404);
    await sweep(services);
    expect(await readRows(db, "data_exports", { user_id: buyer.userId }, "id")).toEqual([]);
  });

  test("requires the password again after ten minutes, and is limited", async () => {
    const buyer = await makeConsumer(world);
    world.advance(11 * minute);
    expect(await press(buyer, { intent: "export" })).toMatchObject({
      status: 400,
      data: { problem: { errors: { password: expect.any(String) } } },
    });
    expect(await press(buyer, { intent: "export", password: "wrong" })).toMatchObject({ status: 400 });
    for (let round = 0; round < 3; round += 1) {
      expect((await press(buyer, { intent: "export", password: buyer.password })).status).toBe(303);
      await runExport(buyer);
    }
    const refused = await press(buyer, { intent: "export" });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(60);
  });
});

describe("the erasure form", () => {
  test("always requires the password, and keeps the choice beside a wrong one", async () => {
    const buyer = await makeConsumer(world);
    for (const password of ["", "wrong"]) {
      expect(await press(buyer, { intent: "erase", password, keepReviews: "on" })).toMatchObject({
        status: 400,
        data: { problem: { errors: { password: expect.any(String) }, values: { keepReviews: "on" } } },
      });
    }
    expect((await show(buyer)).data).toMatchObject({ erasure: null });
  });

  test("is scheduled, announced by mail, and revoked", async () => {
    const buyer = await makeConsumer(world);
    expect(await press(buyer, { intent: "erase", password: buyer.password })).toMatchObject({
      status: 303,
      flash: { title: "privacy.scheduled", values: { days: "7" } },
    });
    expect((await show(buyer)).data).toMatchObject({ erasure: { begun: false }, waits: [] });
    expect(await press(buyer, { intent: "keep" })).toMatchObject({ flash: { title: "privacy.kept" } });
    expect(await press(buyer, { intent: "keep" })).toMatchObject({ flash: { title: "privacy.tooLate" } });
    expect((await show(buyer)).data).toMatchObject({ erasure: null });
    const mails = await readInOrder(db, "mails", { user_id: buyer.userId }, ["created_at"], "kind");
    expect(mails.map(({ kind }) => kind).filter((kind) => kind.startsWith("erasure"))).toEqual([
      "erasureScheduled",
      "erasureRevoked",
    ]);
  });

  test("refuses an unknown intent", async () => {
    expect((await press(await makeConsumer(world), { intent: "other" })).status).toBe(400);
  });
});
