import { expect, test } from "vitest";
import { writeMark } from "./mark-text";

test("a mark names the purchase and hides most of the address", () => {
  expect(writeMark("bruna@gmail.com", "SB-1042")).toBe("b…a@g….com · SB-1042");
});

test("a mark of a short name does not show it whole", () => {
  expect(writeMark("ab@uol.com.br", undefined)).toBe("a…@u….br");
});
