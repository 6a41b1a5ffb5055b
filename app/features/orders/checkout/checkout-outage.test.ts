import { expect, test } from "vitest";
import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import { describeCheckoutOutage } from "./checkout-outage.server";

const cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });

test.each([
  ["the provider unreachable", new PaymentsUnavailable("unreachable", { cause }), "marketplace.paymentsDown"],
  ["the provider failing", new PaymentsUnavailable("failing", { cause }), "marketplace.paymentsDown"],
  ["another request for it", new PaymentsUnavailable("inProgress", { cause }), "marketplace.buyInProgress"],
  ["a busy pool", new Error("timeout exceeded when trying to connect"), "marketplace.shopBusy"],
  ["the database away", cause, "marketplace.shopBusy"],
  ["a slow statement", new Error("canceling statement due to statement timeout"), "marketplace.shopBusy"],
  ["a bug", new TypeError("x is undefined"), undefined],
])("a checkout that fails for %s shows the message $2", (_, error, message) =>
  expect(describeCheckoutOutage(error)).toBe(message),
);
