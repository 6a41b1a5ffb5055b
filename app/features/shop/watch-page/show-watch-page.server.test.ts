import { expect, test } from "vitest";
import { writeMark } from "./show-watch-page.server";

test("a watermark names the purchase and hides most of the address", () => {
  expect(writeMark("bruna@gmail.com", "SB-1042")).toBe("b…a@g….com · SB-1042");
});

test("a watermark does not reveal a short name completely", () => {
  expect(writeMark("ab@uol.com.br", undefined)).toBe("a…@u….br");
});
