/** The receipt of a purchase: what it says, and who may see it. */
import { beforeEach, expect, test } from "vitest";
import { withdrawFromSale } from "~/features/orders/purchases/refund-sale.server";
import { lookUpPayment } from "~/features/orders/settlement/settle-sale.server";
import * as receipt from "~/routes/account/receipt";
import * as watch from "~/routes/learner/watch";
import { ask } from "../support/ask";
import { createDelivery, pay } from "../support/payment-scene";
import { makeConsumer, makeCreator, makeVideo, openCheckout, type Person, signIn } from "../support/people";
import { readRow } from "../support/tables";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld({
  COMPANY_NAME: "Loja Ltda.",
  COMPANY_CNPJ: "12.ABC.345/01DE-35",
  SUPPORT_EMAIL: "ajuda@loja.example",
});
const deliver = createDelivery(world);
let beto: Person;
beforeEach(async () => {
  beto = await makeConsumer(world);
});

interface Shown {
  status: string;
  facts: [string, string][];
  amounts: [string, string][];
  notes: string[];
}

const open = (saleId: string, query = "") =>
  ask(world, receipt.loader, { path: `/purchases/${saleId}/receipt${query}`, cookie: beto.cookie });

const read = async (saleId: string, query?: string) => (await open(saleId, query)).data as Shown;

async function bought() {
  const sale = await pay(world, { method: "pix", buyer: beto });
  await deliver();
  await lookUpPayment(world.services, sale.saleId);
  return sale;
}

test("a receipt names seller, buyer, video, payment method and the end of the right to withdraw", async () => {
  const { saleId } = await bought();
  const { facts, amounts, notes, status } = await read(saleId);
  expect(status).toBe("completed");
  const said = Object.fromEntries(facts);
  expect(said).toMatchObject({
    Número: expect.stringMatching(/^SB-[0-9A-Z]{4}-[0-9A-Z]{2}$/),
    "Vendido por": "Ana Criadora",
    Plataforma: "Loja Ltda., CNPJ 12.ABC.345/01DE-35",
    "Forma de pagamento": "Pix",
  });
  expect(said.Comprador).toContain(beto.email);
  expect(amounts).toHaveLength(1);
  expect(notes.join(" ")).toMatch(/desistir desta compra até \d\d\/\d\d\/\d{4}/);
  expect(notes.join(" ")).toContain("ajuda@loja.example");
  const inEnglish = await read(saleId, "?lng=en");
  expect(Object.fromEntries(inEnglish.facts)).toMatchObject({ "Sold by": "Ana Criadora" });
});

test("a receipt shows refunds, and after seven days that the right to withdraw has ended", async () => {
  const { saleId } = await bought();
  await withdrawFromSale(world.services, { consumerId: beto.userId, saleId, locale: "pt" });
  const { amounts, status } = await read(saleId);
  expect(status).toBe("refunded");
  expect(amounts.map(([name]) => name.replace(/\d\d\/\d\d\/\d{4}/, "…"))).toEqual([
    "Valor da compra",
    expect.stringMatching(/^Reembols/),
    "Valor depois dos reembolsos",
  ]);
  expect(amounts.at(-1)?.[1]).toMatch(/R\$\s0,00/);
  world.advance(9 * 24 * 60 * 60 * 1000);
  beto = { ...beto, cookie: await signIn(world, beto.userId) };
  expect((await read(saleId)).notes.join(" ")).toContain("terminou em");
});

test("an unpaid purchase has no receipt", async () => {
  const videoId = await makeVideo(world, await makeCreator(world));
  const checkoutId = await openCheckout(world, beto, videoId);
  const { id } = await readRow(world.services.db, "sales", { provider_checkout_id: checkoutId }, "id");
  expect(await open(id)).toMatchObject({ status: 303, location: "/purchases" });
});

test("the watch page of a bought video links to its receipt, and that of its creator to none", async () => {
  const { saleId, videoId } = await bought();
  const ana = await makeCreator(world);
  const own = await makeVideo(world, ana);
  const watchBy = async (id: string, { cookie }: Person) =>
    (await ask(world, watch.loader, { path: `/watch/${id}`, cookie })).data;
  expect(await watchBy(videoId, beto)).toMatchObject({ receiptOf: saleId });
  expect(await watchBy(own, ana)).not.toHaveProperty("receiptOf");
});
