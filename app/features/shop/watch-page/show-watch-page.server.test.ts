import { expect, test } from "vitest";
import { decidePageBefore, writeMark } from "./show-watch-page.server";

test("a watermark names the purchase and hides most of the address", () => {
  expect(writeMark("bruna@gmail.com", "SB-1042")).toBe("b…a@g….com · SB-1042");
});

test("a watermark does not reveal a short name completely", () => {
  expect(writeMark("ab@uol.com.br", undefined)).toBe("a…@u….br");
});

const site = "https://sabia.example";

test.each([
  [`${site}/marketplace?q=viol%C3%A3o&sort=rating`, "/marketplace?q=viol%C3%A3o&sort=rating"],
  [`${site}/purchases`, "/purchases"],
  [`${site}/videos/0b8a?lng=en`, "/videos/0b8a?lng=en"],
  [`${site}/`, "/"],
  [`${site}/consumer-login?redirectTo=%2F`, "/marketplace"],
  [`${site}/checkout/return?session_id=cs_1`, "/marketplace"],
  [`${site}/watch/0b8a`, "/marketplace"],
  [`${site}//evil.example`, "/marketplace"],
  ["https://evil.example/marketplace?q=x", "/marketplace"],
  ["http://sabia.example/marketplace?q=x", "/marketplace"],
  ["javascript:alert(1)", "/marketplace"],
  ["", "/marketplace"],
  [null, "/marketplace"],
])("the referrer %s leads back to %s", (referer, path) => {
  expect(decidePageBefore(referer, site)).toBe(path);
});
