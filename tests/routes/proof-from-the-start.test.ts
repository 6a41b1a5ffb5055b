/** Forms that need a recent proof of identity say so, and take it, before they are sent; without script too. */
import { beforeAll, expect, test } from "vitest";
import { insertPasskey } from "~/features/base/factors/passkeys.queries.server";
import { addPayee, startPaying } from "../features/money/payouts/payout-scene";
import { withOwner } from "../support/as-owner";
import { Browser } from "../support/browser";
import { startHttpWorld } from "../support/http-app";
import { makeAdmin } from "../support/people";
import { addConsumer, addSale, addVideo } from "../support/rows";
import { addRows } from "../support/tables";

const { world, port } = await startHttpWorld();
const { db, clock } = world.services;
const minute = 60_000;
const day = 24 * 60 * minute;
const boss = await makeAdmin(world);
const paths: Record<string, string> = {};

beforeAll(async () => {
  const now = clock();
  const paying = await startPaying(db);
  paying.setTime(now);
  const sell = async () => {
    const creator = await addPayee(db);
    const sale = { consumerId: await addConsumer(db), videoId: await addVideo(db, creator) };
    const saleId = await addSale(db, { ...sale, now: new Date(now.getTime() - 30 * day) });
    return { creator, saleId };
  };
  const open = await paying.preparePayout((await sell()).creator);
  const paid = await paying.preparePayout((await sell()).creator);
  await paying.pay(paid);
  const { saleId } = await sell();
  const refund = { status: "requested", channel: "outside", reason: "admin" } as const;
  await withOwner(db, (owner) =>
    addRows(owner, "refunds", { sale_id: saleId, amount_cents: 100, ...refund }),
  );
  for (const id of ["first", "second"]) {
    const key = { publicKey: Buffer.from(id), counter: 0, transports: [], name: id, now };
    await insertPasskey(db, { id, userId: boss.userId, ...key });
  }
  Object.assign(paths, {
    "a payout to be confirmed": `/admin/payouts/${open.batch_id}`,
    "a confirmed payout": `/admin/payouts/${paid.batch_id}`,
    "a refund by bank transfer": `/admin/sales/${saleId}`,
    "two passkeys": "/account/passkeys",
  });
});

async function read(path: string) {
  const { status, body } = await new Browser({ port, cookie: boss.cookie }).get(path);
  expect(status).toBe(200);
  const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  return {
    fields: body.match(/<input[^>]*name="password"/g)?.length ?? 0,
    otherWays: body.match(/Confirmar de outra forma/g)?.length ?? 0,
    repeatedIds: ids.filter((id, at) => ids.indexOf(id) !== at),
  };
}

const asked = {
  "a payout to be confirmed": 2,
  "a confirmed payout": 1,
  "a refund by bank transfer": 1,
  "two passkeys": 4,
};

test("no proof is asked for while the last one counts", async () => {
  const nothing = { fields: 0, otherWays: 0, repeatedIds: [] };
  for (const name of Object.keys(asked))
    expect([name, await read(paths[name] ?? "")]).toEqual([name, nothing]);
});

test("each form accepts the proof on the page, by password or otherwise", async () => {
  world.advance(31 * minute);
  for (const [name, forms] of Object.entries(asked)) {
    const shown = { fields: forms, otherWays: forms, repeatedIds: [] };
    expect([name, await read(paths[name] ?? "")]).toEqual([name, shown]);
  }
});
