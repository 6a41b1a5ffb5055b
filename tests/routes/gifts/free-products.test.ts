/** The pages of a product that its creator offers for nothing: how it is offered, shown and taken. */
import { beforeAll, expect, test } from "vitest";
import { pagesAt } from "../../support/browser";
import { startHttpWorld } from "../../support/http-app";
import { makeConsumer, makeCreator, type Person } from "../../support/people";
import { addVideo } from "../../support/rows";
import { findRow } from "../../support/tables";
import { findHtmlErrors } from "../../support/valid-html";

const { world, db, port } = await startHttpWorld();
let ana: Person;
let beto: Person;
let videoId = "";
let path = "";

const { get, post, postParts } = pagesAt(port);
const texts = { title: "Afinar o violino", description: "Em casa." };
const edit = (fields: Record<string, string>) =>
  postParts(`/creator/videos/${videoId}/edit`, ana.cookie, { ...texts, ...fields });
const priceNow = async () => (await findRow(db, "videos", { id: videoId }, "price_cents"))?.price_cents;

beforeAll(async () => {
  ana = await makeCreator(world);
  beto = await makeConsumer(world);
  videoId = await addVideo(db, ana.userId, { title: "Afinar o violino" });
  path = `/videos/afinar-o-violino-${videoId.slice(0, 8)}`;
});

test("its creator offers it for nothing by a choice beside the price, and for a price again", async () => {
  expect((await edit({ price: "0,00" })).status).toBe(400);
  expect((await edit({ price: "0,00", pricing: "paid" })).status).toBe(400);
  expect(await priceNow()).toBe(4990);
  expect((await edit({ price: "abc", pricing: "free" })).status).toBe(303);
  expect(await priceNow()).toBe(0);
  const form = (await get(`/creator/videos/${videoId}/edit`, ana.cookie)).body;
  expect(form).toMatch(/<input[^>]*name="pricing"[^>]*checked[^>]*value="free"/);
  expect(await findHtmlErrors(form, "page")).toEqual([]);
  expect((await edit({ price: "19,90", pricing: "paid" })).status).toBe(303);
  expect(await priceNow()).toBe(1990);
  expect((await edit({ pricing: "free" })).status).toBe(303);
});

test.each([
  ["", "Grátis"],
  ["?lng=en", "Free"],
])("its page and cards say so, with %j, and offer no coupon, gift or way to pay", async (language, word) => {
  const page = (await get(path + language)).body;
  expect(page).toContain(`>${word}<`);
  expect(await findHtmlErrors(page, "page")).toEqual([]);
  for (const absent of ["R$ 0,00", "R$0.00", `/videos/${videoId}/gift`, "MerchantReturnPolicy"])
    expect(page).not.toContain(absent);
  expect(page).toContain('"price":"0.00"');
  const shop = (await get(`/marketplace${language}`)).body;
  expect([shop.includes(path), shop.includes(`>${word}<`)]).toEqual([true, true]);
  expect((await get(`/videos/${videoId}/gift${language}`, beto.cookie)).status).toBe(404);
});

test("somebody signed out is asked for an account, and then has it by one press of a form without script", async () => {
  const press = (cookie: string) => post(`/videos/${videoId}/checkout`, cookie, { price: "0" });
  expect((await press("")).location).toContain("/consumer-login");
  expect((await get(`/watch/${videoId}`, beto.cookie)).body).toContain("Este vídeo é grátis");
  const page = (await get(path, beto.cookie)).body;
  expect(page).toContain(`action="/videos/${videoId}/checkout"`);
  const taken = await press(beto.cookie);
  expect([taken.status, taken.location]).toEqual([303, `/watch/${videoId}`]);
  expect((await get(`/watch/${videoId}`, beto.cookie)).body).toContain(`/files/${ana.userId}/`);
  expect((await get("/purchases", beto.cookie)).body).toContain("grátis, sem compra, desde");
});
