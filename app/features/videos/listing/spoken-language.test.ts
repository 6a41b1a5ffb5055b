import { expect, test } from "vitest";
import { listSpokenLanguages, nameLanguage } from "./spoken-language";

test("a spoken language is named in the page's language", () => {
  expect(nameLanguage("en", "pt")).toBe("Inglês");
  expect(nameLanguage("pt", "en")).toBe("Portuguese");
  expect(listSpokenLanguages("pt")).toContainEqual({ value: "pt", label: "Português" });
});
