/** The local server of Stripe where the adapter's contract does not reach: its pages, its strictness, its data file. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { aCheckout, payFor, type Setup, startSetup } from "./payments-setup";

let setup: Setup;
beforeEach(async () => {
  setup = await startSetup();
});
afterEach(() => setup.close());

it("a restart of the local Stripe keeps sessions, charges and undelivered events", async () => {
  const folder = mkdtempSync(join(tmpdir(), "local-stripe-"));
  const dataFile = join(folder, "deep", "stripe.json");
  await setup.close();
  setup = await startSetup({ dataFile });
  const input = aCheckout(setup.now());
  const kept = await setup.payments.openCheckout(input);
  setup.stripe.pauseWebhooks();
  const { paymentId } = await payFor(setup);
  const charge = await setup.payments.findCharge(paymentId);
  await setup.close();
  setup = await startSetup({ dataFile });
  await setup.receiver.arrived(3);
  expect(await setup.payments.findCharge(paymentId)).toEqual(charge);
  const url = `${setup.stripe.url}/c/pay/${kept.checkoutId}`;
  expect(await setup.payments.openCheckout(input)).toEqual({ ...kept, url });
  rmSync(folder, { recursive: true });
});
