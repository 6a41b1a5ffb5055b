import { expect, test } from "vitest";
import { findClientAddress } from "./trusted-proxies.server";

const isTrusted = (address: string) => address.startsWith("10.") || address === "::ffff:10.0.0.1";
const find = (forwardedFor: string | undefined, { hops = 1, socketAddress = "10.0.0.1" } = {}) =>
  findClientAddress({ socketAddress, forwardedFor }, { hops, isTrusted });

test.each([
  ["198.51.100.7", "198.51.100.7"],
  ["203.0.113.1, 198.51.100.7", "198.51.100.7"],
  ["203.0.113.1,198.51.100.7 ", "198.51.100.7"],
  ["2001:db8::1", "2001:db8::1"],
  ["7.7.7.7:1000", "7.7.7.7"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["::ffff:7.7.7.7", "::ffff:7.7.7.7"],
])("the client address behind one trusted proxy for the header %s is %s", (forwardedFor, client) => {
  expect(find(forwardedFor)).toBe(client);
});

test.each([
  undefined,
  "",
  "unknown",
  "_hidden",
  "7.7.7.7:1000:1",
  "7.7.7.7:x",
  "7.7.7.7:",
  "1.2.3.4.5",
  "256.1.1.1",
  "fe80::1%eth0",
  "[7.7.7.7",
  "for=7.7.7.7",
  "198.51.100.7, rubbish",
  "198.51.100.7,",
])("the client address behind one trusted proxy is that of the proxy if the header is %s", (forwardedFor) => {
  expect(find(forwardedFor)).toBe("10.0.0.1");
});

test("an untrusted peer is the client itself", () => {
  expect(find("198.51.100.7", { socketAddress: "203.0.113.9" })).toBe("203.0.113.9");
});

test("a trusted peer may have an IPv4-mapped IPv6 address", () => {
  expect(find("198.51.100.7", { socketAddress: "::ffff:10.0.0.1" })).toBe("198.51.100.7");
});

test("X-Forwarded-For is ignored if the operator has no proxies", () => {
  expect(find("198.51.100.7", { hops: 0 })).toBe("10.0.0.1");
});

test.each([
  ["1.1.1.1, 198.51.100.7, 172.16.0.1", "198.51.100.7"],
  // The request skipped the outer proxy.
  ["198.51.100.7", "198.51.100.7"],
])("the client address behind two proxies is the entry of the outer one: %s", (forwardedFor, client) => {
  expect(find(forwardedFor, { hops: 2 })).toBe(client);
});
