import { expect, test } from "vitest";
import { formatShopCursor, parseShopCursor } from "./shop-cursor.server";
import { sorts } from "./shop-filters";

const place = { createdAt: new Date("2026-11-22T12:00:00.123Z"), id: "11111111-1111-4111-8111-111111111111" };
const cursorsOf = (sort: (typeof sorts)[number]) => {
  const cursor = cursorOf(sort);
  return [cursor, { ...cursor, second: true as const }];
};
const cursorOf = (sort: (typeof sorts)[number]) => (sort === "newest" ? place : { ...place, key: -4990 });

test.each(sorts)("a cursor of the sort %s is invalid for every other sort", (sort) => {
  for (const cursor of cursorsOf(sort)) {
    const written = formatShopCursor(sort, cursor);
    for (const other of sorts)
      expect(parseShopCursor(written, other)).toEqual(other === sort ? cursor : undefined);
  }
});

test.each([
  null,
  "",
  "_",
  "price-up",
  "price-up_x_1_y",
  "price-up_1_2_not-an-id",
  `price-up_1e9_1_${place.id}`,
  "second_",
  `second_second_price-up_1_1_${place.id}`,
  `price-up_9999999999999999_1_${place.id}`,
])("the cursor %j shows the first page", (raw) => expect(parseShopCursor(raw, "price-up")).toBeUndefined());
