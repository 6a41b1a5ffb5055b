import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCheckout, payFor, type Setup, startSetup } from "./payments-setup";

/** More than two pages of a hundred, of everything; made with its own server, for it takes a second or two. */
const COUNT = 250;
let setup: Setup;
let first: Date;
let middle: Date;

beforeAll(async () => {
  setup = await startSetup({ webhookUrl: undefined });
  first = setup.now();
  for (let made = 0; made < COUNT; made += 1) {
    if (made === COUNT / 2) {
      setup.advance(60_000);
      middle = setup.now();
    }
    const { paymentId } = await payFor(setup);
    await setup.payments.refund({ ownId: `listed-${made}`, paymentId, amountCents: 1 });
    await setup.stripe.openDispute(paymentId, { amount: 100 });
  }
}, 60_000);
afterAll(() => setup.close());

async function read<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const lists = {
  listCheckouts: (since: Date) => setup.payments.listCheckouts(since),
  listCharges: (since: Date) => setup.payments.listCharges(since),
  listRefunds: (since: Date) => setup.payments.listRefunds(since),
  listDisputes: (since: Date) => setup.payments.listDisputes(since),
};
const names = Object.keys(lists) as (keyof typeof lists)[];
const idOf = (item: object) => Object.values(item)[0];

describe.each(names)("the list %s", (name) => {
  it("returns every object once", async () => {
    const items = await read<object>(lists[name](first));
    expect(items).toHaveLength(COUNT);
    expect(new Set(items.map(idOf)).size).toBe(COUNT);
  });

  it("returns only objects made since the given second", async () => {
    expect(await read<object>(lists[name](middle))).toHaveLength(COUNT / 2);
    expect(await read<object>(lists[name](new Date(middle.getTime() + 999)))).toHaveLength(COUNT / 2);
    expect(await read<object>(lists[name](new Date(middle.getTime() + 1000)))).toEqual([]);
  });

  it("requests no page that is not read", async () => {
    const asked = lists[name](first)[Symbol.asyncIterator]();
    setup.stripe.setApiFault("serverError");
    await expect(asked.next()).rejects.toMatchObject({ name: "PaymentsUnavailable", reason: "failing" });
    setup.stripe.setApiFault(undefined);
    let read = 0;
    for await (const _ of lists[name](first)) {
      read += 1;
      // The second page would fail, but is never requested.
      setup.stripe.setApiFault("serverError");
      if (read === 100) break;
    }
    setup.stripe.setApiFault(undefined);
    expect(read).toBe(100);
  });

  it("fails if a later page fails", async () => {
    const seen: object[] = [];
    const reading = (async () => {
      for await (const item of lists[name](first)) {
        seen.push(item);
        if (seen.length === 150) setup.stripe.setApiFault("rateLimited");
      }
    })();
    await expect(reading).rejects.toMatchObject({ name: "PaymentsUnavailable", reason: "rateLimited" });
    setup.stripe.setApiFault(undefined);
    expect(seen).toHaveLength(200);
  });
});

it("a list returns the same objects as single requests", async () => {
  const { checkoutId, paymentId } = await payFor(setup);
  const refund = await setup.payments.refund({ ownId: "one", paymentId, amountCents: 5 });
  const [checkout] = await read(setup.payments.listCheckouts(middle));
  expect(checkout).toEqual(await setup.payments.findCheckout(checkoutId));
  const [charge] = await read(setup.payments.listCharges(middle));
  expect(charge).toEqual(await setup.payments.findCharge(paymentId));
  expect(charge?.feeCents).toBe(238);
  const [listed] = await read(setup.payments.listRefunds(middle));
  expect(listed).toEqual(refund);
});

it("an expired checkout is listed as expired", async () => {
  const own = await startSetup({ webhookUrl: undefined });
  const { checkoutId } = await own.payments.openCheckout(aCheckout(own.now()));
  const since = own.now();
  own.advance(2 * 60 * 60_000);
  expect(await read(own.payments.listCheckouts(since))).toMatchObject([{ checkoutId, status: "expired" }]);
  await own.close();
});
