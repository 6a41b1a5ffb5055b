import { expect, test } from "vitest";
import { erasedHandle, listIdentifyingTexts } from "./deleted-on-erasure";

test("the handle of an erased creator is a valid handle", () => {
  expect(erasedHandle("01234567-89ab-4cde-8f01-23456789abcd")).toMatch(/^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$/);
});

test("the texts that identify a person omit short and common words", () => {
  expect(
    listIdentifyingTexts(["marina@example.com", null, "1234"], ["Marina Souza", "Marina", null]),
  ).toEqual(["marina@example.com", "Marina Souza"]);
});
