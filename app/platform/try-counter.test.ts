import { expect, test } from "vitest";
import { addressKey } from "./try-counter.server";

test.each([
  ["203.0.113.9", "ip:203.0.113.9"],
  ["::ffff:203.0.113.9", "ip:203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "ip6:2001:db8:1:2"],
  ["2001:0db8:0001:0002::1", "ip6:2001:db8:1:2"],
  ["2001:db8::1", "ip6:2001:db8:0:0"],
  ["::1", "ip6:0:0:0:0"],
  ["fe80::1:2:3:4", "ip6:fe80:0:0:0"],
])("the address %s is limited by the key %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});
