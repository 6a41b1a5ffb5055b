import { expect, test } from "vitest";
import { isDatabaseAway, isOutage } from "./outage.server";

const withCode = (code: string, message = "failed") => Object.assign(new Error(message), { code });
const named = (name: string, cause: unknown) => Object.assign(new Error("away", { cause }), { name });
const refused = withCode("ECONNREFUSED");

test.each([
  ["a refused connection", refused, true],
  ["one refused on IPv4 and IPv6", new AggregateError([refused, refused]), true],
  ["a shutdown of PostgreSQL", withCode("57P01"), true],
  ["a primary that was demoted", withCode("25006"), true],
  ["too many connections", withCode("53300"), true],
  ["a connection that ended", new Error("Connection terminated unexpectedly"), true],
  ["a pool without a free connection", new Error("timeout exceeded when trying to connect"), true],
  ["an error about one of these", new Error("could not load", { cause: refused }), true],
  ["a slow statement", withCode("57014", "canceling statement due to statement timeout"), false],
  ["the payment provider away", named("PaymentsUnavailable", refused), false],
  ["the store away", named("StorageError", refused), false],
  ["another server away", new TypeError("fetch failed", { cause: refused }), false],
])("the error %s is an outage, of the database: %s", (_, error, away) => {
  expect([isOutage(error), isDatabaseAway(error)]).toEqual([true, away]);
});

test.each([
  withCode("23505"),
  new TypeError("x is undefined"),
  new Response(null, { status: 503 }),
  undefined,
])("the error %s is not an outage", (error) =>
  expect([isOutage(error), isDatabaseAway(error)]).toEqual([false, false]),
);
