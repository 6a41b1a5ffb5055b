import { expect, test } from "vitest";
import { decideSaleSearch } from "./sale-search";

const id = "0f8b7e2a-6c1d-4f3a-9b5e-2d4c6a8e0f1b";

test.each([
  ["", undefined],
  ["   ", undefined],
  [` ${id} `, { by: "saleId", saleId: id }],
  ["cs_test_1", { by: "providerId", id: "cs_test_1" }],
  ["pi_1", { by: "providerId", id: "pi_1" }],
  ["py_1", { by: "providerId", id: "py_1" }],
  ["beto@example.com", { by: "email", email: "beto@example.com" }],
  ["cs de @ pão", { by: "title", title: "cs de @ pão" }],
  // As long as a purchase number.
  ["guitarra", { by: "title", title: "guitarra" }],
  ["Pão de queijo", { by: "title", title: "Pão de queijo" }],
])("the typed search %j is classified as %j", (typed, search) =>
  expect(decideSaleSearch(typed)).toEqual(search),
);
