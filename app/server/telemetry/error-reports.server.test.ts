import { expect, test } from "vitest";
import { describeError, hidePersonalData, parseStack } from "./error-reports.server";

test.each([
  ["recipient ana.maria+loja@example.com.br was refused", "recipient [e-mail] was refused"],
  ['invalid input syntax for type uuid: "Ana Maria"', 'invalid input syntax for type uuid: "[value]"'],
  ["Key (email)=(ana@example.com) already exists", "Key (email)=([value]) already exists"],
  ["CPF 123.456.789-09, account 0001/12345-6", "CPF [number], account [number]"],
  ["GET https://shop.example/reset?token=abc failed", "GET https://shop.example/reset?[query] failed"],
  ["connect ECONNREFUSED 203.0.113.7:443", "connect ECONNREFUSED [address]:443"],
  ["connect ECONNREFUSED 2001:db8::1:443", "connect ECONNREFUSED [address]"],
  ["connect ECONNREFUSED 2001:DB8:0:0:8:800:200C:417A:443.", "connect ECONNREFUSED [address]:443."],
  ["GET http://[2001:db8::8:800:200c:417a]:8080/a failed", "GET http://[address]:8080/a failed"],
  ["from ::ffff:203.0.113.7, ::ffff:cb00:7107 and ::1:", "from [address], [address] and [address]:"],
  ["route fe80::1%eth0 to 2001:db8::/32", "route [address] to [address]/32"],
  ["ana@[2001:db8::1] was refused", "[e-mail] was refused"],
  ["at 12:30:45 and T08:30:45Z, 0:0", "at 12:30:45 and T08:30:45Z, 0:0"],
  ["a.js:12:3 of std::vector, id::text, a :: b", "a.js:12:3 of std::vector, id::text, a :: b"],
  ["no row for cccccccc-0000-4000-8000-000000000000", "no row for [token]"],
  [
    'duplicate key value violates unique constraint "users_email"',
    'duplicate key value violates unique constraint "users_email"',
  ],
])("the error report hides personal data of: %s", (text, expected) => {
  expect(hidePersonalData(text)).toBe(expected);
});

test("the frames of an error report are relative to the product's folder, the innermost last", () => {
  const stack = [
    "Error: planted",
    "    at loader (file:///srv/app/server/index.js:12:3)",
    "    at async callLoader (/srv/app/node_modules/remix/run.js:4:5)",
    "    at node:internal/timers:6:7",
  ].join("\n");
  expect(parseStack(stack, "/srv/app")).toEqual([
    { filename: "node:internal/timers", function: "<anonymous>", lineno: 6, colno: 7, in_app: false },
    {
      filename: "node_modules/remix/run.js",
      function: "async callLoader",
      lineno: 4,
      colno: 5,
      in_app: false,
    },
    { filename: "server/index.js", function: "loader", lineno: 12, colno: 3, in_app: true },
  ]);
});

test("the causes of an error are reported before the error", () => {
  const error = new TypeError("outer", { cause: new RangeError("of ana@example.com") });
  expect(describeError(error, "/").map(({ type, value }) => [type, value])).toEqual([
    ["RangeError", "of [e-mail]"],
    ["TypeError", "outer"],
  ]);
});
