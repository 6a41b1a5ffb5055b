/** A gift from its form to its receiver, over HTTP, as a browser without script sends it. */
import { beforeAll, expect, test } from "vitest";
import { pagesAt } from "../../support/browser";
import { startHttpWorld } from "../../support/http-app";
import { makeConsumer, makeCreator, makeVideo, type Person } from "../../support/people";
import { findHtmlErrors } from "../../support/valid-html";

const { world, port } = await startHttpWorld();
let creator: Person;
let giver: Person;
let receiver: Person;
let videoId = "";

const { get, post } = pagesAt(port);
const message = "Feliz aniversário, mãe!";
const typed = { email: "mae@example.com", day: "", message };

beforeAll(async () => {
  creator = await makeCreator(world);
  giver = await makeConsumer(world);
  receiver = await makeConsumer(world);
  videoId = await makeVideo(world, creator);
});

/** Buys and pays a gift by its form. Returns its page and the link on it. */
async function give(): Promise<{ page: string; link: string }> {
  const begun = await post(`/videos/${videoId}/gift`, giver.cookie, typed);
  expect(begun.status).toBe(303);
  const checkoutId = begun.location?.split("/").at(-1) ?? "";
  await world.stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
  const back = await get(`/checkout/return?session_id=${checkoutId}`, giver.cookie);
  const page = back.location ?? "";
  expect(page).toMatch(/^\/purchases\/[0-9a-f-]{36}\/gift$/);
  const { body } = await get(page, giver.cookie);
  return { page, link: /\/gifts\/gift_[\w-]+/.exec(body)?.[0] ?? "" };
}

test("the form of a gift says that a coupon does not apply to it, and leads back to the price with the coupon", async () => {
  const { body } = await get(`/videos/${videoId}/gift?cupom=paes%2020`, giver.cookie);
  expect(body).toContain("O cupom PAES20 não vale para presentes: eles são pelo preço cheio.");
  expect(body).toContain(`href="/videos/${videoId}?cupom=PAES20"`);
  expect((await get(`/videos/${videoId}/gift`, giver.cookie)).body).not.toContain("não vale para presentes");
});

test("the form of a gift has errors beside the fields and keeps the other values", async () => {
  const path = `/videos/${videoId}/gift`;
  const page = await get(path, giver.cookie);
  expect(page.status).toBe(200);
  expect(await findHtmlErrors(page.body, "page")).toEqual([]);
  expect((await get(`/marketplace`, giver.cookie)).body).not.toContain("/gift");
  const refused = await post(path, giver.cookie, { ...typed, email: "mae", day: "2020-02-31" });
  expect(refused.status).toBe(400);
  expect(refused.body).toContain(message);
  expect(refused.body).toContain("Escolha um dia nos próximos 12 meses");
  const english = await get(`${path}?lng=en`, giver.cookie);
  expect(english.body).toContain("Give as a gift");
});

test("a gift is paid by one person and watched once by the other", async () => {
  const { page, link } = await give();
  const own = await get(page, giver.cookie);
  expect(own.body).toContain("Enviado para mae@example.com");
  expect(own.headers["cache-control"]).toContain("no-store");
  expect(await findHtmlErrors(own.body, "page")).toEqual([]);
  expect((await get(`/purchases`, giver.cookie)).body).toContain(page);
  // The link says what it gives to everybody who has it, and gives nothing by being opened.
  const opened = await get(link);
  expect(opened.status).toBe(200);
  expect(opened.body).toContain(message);
  expect(opened.body).toContain("/consumer-login");
  expect(await findHtmlErrors(opened.body, "page")).toEqual([]);
  const take = async (cookie: string) => (await post(link, cookie, {})).location;
  expect(await take("")).toContain("/consumer-login");
  expect(await take(giver.cookie)).toBe(link);
  // Pressed again, and then by somebody to whom the link was forwarded.
  for (const _ of ["first", "again"]) expect(await take(receiver.cookie)).toBe(`/watch/${videoId}`);
  expect((await get(`/watch/${videoId}`, receiver.cookie)).body).toContain("<video");
  expect((await get(`/watch/${videoId}`, giver.cookie)).body).not.toContain("<video");
  const other = await makeConsumer(world);
  expect(await take(other.cookie)).toBe(link);
  const late = await get(link, other.cookie);
  expect(late.body).toContain("já foi usado por outra conta");
  expect(late.body).not.toContain(message);
  expect((await get(page, giver.cookie)).body).toContain("foi aberto em");
  expect((await get(`/purchases`, receiver.cookie)).body).toContain("presente, desde");
});
