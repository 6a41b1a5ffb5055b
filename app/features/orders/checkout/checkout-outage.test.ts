import { expect, test } from "vitest";
import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import { refusalOfOutage } from "./start-checkout.server";

const cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });

test.each([
  ["the provider unreachable", new PaymentsUnavailable("unreachable", { cause }), "paymentsAway"],
  ["the provider failing", new PaymentsUnavailable("failing", { cause }), "paymentsAway"],
  ["another request for it", new PaymentsUnavailable("inProgress", { cause }), "inProgress"],
  ["a busy pool", new Error("timeout exceeded when trying to connect"), "shopAway"],
  ["the database away", cause, "shopAway"],
  ["a slow statement", new Error("canceling statement due to statement timeout"), "shopAway"],
  ["a bug", new TypeError("x is undefined"), undefined],
])("a checkout that fails for %s is refused as $2", (_, error, message) =>
  expect(refusalOfOutage(error)).toBe(message),
);
