import { expect, test } from "vitest";
import { chooseEncoding } from "./compress-page.server";

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["identity", "identity"],
  ["*", "br"],
  ["*;q=0", "identity"],
  ["deflate", "identity"],
])("the Accept-Encoding %j is answered with %s", (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});
