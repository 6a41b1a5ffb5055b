import { expect, test } from "vitest";
import { isPersonsRequest } from "./visit-counter.server";

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1";
const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

test("a request of a phone's browser is a person's", () => {
  expect(isPersonsRequest({ method: "GET", headers: { "user-agent": phone } })).toBe(true);
});

test.each([
  ["a search engine's", "GET", { "user-agent": googlebot }],
  ["for the preview of a chat", "GET", { "user-agent": "WhatsApp/2.23.20.0" }],
  ["of a program without a name", "GET", { "user-agent": " " }],
  ["without the name of a browser", "GET", {}],
  ["of a browser that loads ahead", "GET", { "user-agent": phone, "sec-purpose": "prefetch;prerender" }],
  ["of an older browser that loads ahead", "GET", { "user-agent": phone, purpose: "prefetch" }],
  ["with the method HEAD", "HEAD", { "user-agent": phone }],
])("a request %s is not a person's", (_, method, headers) => {
  expect(isPersonsRequest({ method, headers })).toBe(false);
});
