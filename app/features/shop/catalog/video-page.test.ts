import { expect, test } from "vitest";
import { joinPages, type ShopPage, type ShopVideo } from "./video-page";

const video = (id: string, more: Partial<ShopVideo> = {}): ShopVideo => ({
  id,
  title: id,
  description: "",
  price_cents: 4990,
  currency: "BRL",
  thumbnail_url: null,
  creator_name: "Ana",
  portrait_key: null,
  step: "buy",
  inDoubt: false,
  ...more,
});
const page = (ids: string[], next?: string): ShopPage => ({ videos: ids.map((id) => video(id)), next });
const ids = ({ videos }: ShopPage) => videos.map(({ id }) => id);

test("joined pages list all videos, and the last page decides whether there are more", () => {
  const first = page(["a", "b"], "b");
  expect(ids(joinPages([first, page(["c", "d"], "d")], first))).toEqual(["a", "b", "c", "d"]);
  expect(joinPages([first, page(["c"], "c")], first).next).toBe("c");
  expect(joinPages([first, page(["c"])], first).next).toBeUndefined();
});

test("a repeated video is listed once", () => {
  const first = page(["a", "b"], "b");
  expect(ids(joinPages([first, page(["b", "c"])], first))).toEqual(["a", "b", "c"]);
});

test("new videos neither shift the list nor leave a gap", () => {
  const first = page(["a", "b"], "b");
  expect(ids(joinPages([first, page(["c"])], page(["new", "a"], "a")))).toEqual(["a", "b", "c"]);
});

test("a purchase made between two pages is marked in the joined list", () => {
  const first = page(["a", "b"], "b");
  const fresh = { ...first, videos: [video("a", { step: "bought" }), video("b")] };
  expect(joinPages([first, page(["c"])], fresh).videos.map(({ step }) => step)).toEqual([
    "bought",
    "buy",
    "buy",
  ]);
});
