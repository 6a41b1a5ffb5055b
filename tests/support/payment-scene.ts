/** A buyer, a video and a payment at the local Stripe, for the tests of money. */
import { sql } from "kysely";
import type { StoredEvent } from "../../dev/stripe/state";
import { handIn } from "./payment-events";
import { makeConsumer, makeCreator, makeVideo, openCheckout, type Person } from "./people";
import { readRow } from "./tables";
import type { TestWorld } from "./test-services";

export type Method = "card" | "pix" | "boleto";

export interface Bought {
  saleId: string;
  checkoutId: string;
  paymentId: string;
  buyer: Person;
  videoId: string;
  creatorId: string;
}

/**
 * Returns a function that returns what the local Stripe has announced since this call, in order. Told apart by their
 * ids: the local Stripe keeps only its latest events, so their number stops growing.
 */
export function watchEvents({ stripe }: TestWorld): () => StoredEvent[] {
  const earlier = new Set(stripe.events().map(({ id }) => id));
  return () => stripe.events().filter(({ id }) => !earlier.has(id));
}

/** Hands the product everything the local Stripe has announced since the last time, in order. */
export function createDelivery(world: TestWorld): () => Promise<void> {
  const delivered = new Set<string>();
  return async () => {
    for (const { id, body } of world.stripe.events()) {
      if (delivered.has(id)) continue;
      await handIn(world, body);
      delivered.add(id);
    }
  };
}

/** Someone new buys a new creator's video for R$ 49,90 and pays; nothing is delivered yet. */
export async function pay(
  world: TestWorld,
  {
    method = "card",
    buyer,
    videoId,
    creatorId,
  }: { method?: Method; buyer?: Person; videoId?: string; creatorId?: string } = {},
): Promise<Bought> {
  const creator = creatorId ?? (await makeCreator(world)).userId;
  const video = videoId ?? (await makeVideo(world, { userId: creator }));
  const who = buyer ?? (await makeConsumer(world));
  const checkoutId = await openCheckout(world, who, video);
  await world.stripe.pay(checkoutId, { method, outcome: method === "card" ? "succeed" : "later" });
  if (method !== "card") await world.stripe.settle(checkoutId, "succeeded");
  const sale = await readRow(world.services.db, "sales", { provider_checkout_id: checkoutId }, "id");
  const session = world.stripe.sessions().find(({ id }) => id === checkoutId);
  const paymentId = session?.payment_intent ?? "";
  return { saleId: sale.id, checkoutId, paymentId, buyer: who, videoId: video, creatorId: creator };
}

/** A code that was shown and reported; its outcome is not. */
export async function payLater(world: TestWorld, deliver: () => Promise<void>, method: "pix" | "boleto") {
  const videoId = await makeVideo(world, await makeCreator(world));
  const buyer = await makeConsumer(world);
  const checkoutId = await openCheckout(world, buyer, videoId);
  await world.stripe.pay(checkoutId, { method, outcome: "later" });
  await deliver();
  const { id } = await readRow(world.services.db, "sales", { provider_checkout_id: checkoutId }, "id");
  return { saleId: id, checkoutId, buyer, videoId };
}

/** What a sale is now, and what the ledger holds because of it. */
export async function readSale(world: TestWorld, saleId: string) {
  const { db } = world.services;
  const sale = await readRow(db, "sales", { id: saleId });
  const lines = await db
    .selectFrom("ledger_entries")
    .innerJoin("ledger_lines", "entry_id", "ledger_entries.id")
    .select(({ fn }) => ["account", fn.sum<number>("amount_cents").as("cents")])
    .where("sale_id", "=", saleId)
    .groupBy("account")
    .execute();
  const accounts = Object.fromEntries(
    lines.map(({ account, cents }) => [account, Number(cents)] as const).filter(([, cents]) => cents !== 0),
  );
  return { status: sale.status, duplicate: sale.duplicate, method: sale.payment_method, accounts };
}

export async function readViolations({ services }: TestWorld) {
  return (await sql`SELECT * FROM ledger_violations`.execute(services.db)).rows;
}
