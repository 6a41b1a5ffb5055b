/** From a shared link to watching, without an account: four taps and three fields. */
import { open, takenOver } from "./support/pages";
import { newPerson } from "./support/people";
import { expect, test } from "./support/test";
import { expectPlays } from "./support/video";
import { stripeUrl } from "./support/world";

test("a visitor from a shared link watches after four taps and three fields", async ({ visit, shop }) => {
  const video = await shop.publish(await shop.creator());
  const person = newPerson("learner");
  const page = await visit();
  let taps = 0;
  let fields = 0;
  const tap = async (role: "link" | "button", name: string | RegExp) => {
    taps += 1;
    await page.getByRole(role, { name }).first().click();
  };
  const fill = async (label: string, text: string) => {
    fields += 1;
    await page.getByLabel(label, { exact: true }).fill(text);
  };

  await open(page, `/videos/${video.id}`);
  await tap("link", `Comprar: ${video.title}`);
  await expect(page).toHaveURL(/\/consumer-login\?tab=signup/);
  await takenOver(page);
  const wanted = page.getByRole("region", { name: "Vídeo escolhido" });
  await expect(wanted).toContainText(video.title);
  await expect(wanted).toContainText("R$ 49,90");
  await fill("Nome completo", person.fullName);
  await fill("E-mail", person.email);
  await fill("Senha", person.password);
  await tap("button", "Criar conta");
  await page.waitForURL(`${stripeUrl()}/c/pay/**`);
  await tap("button", /^Pagar/);
  await expect(page).toHaveURL(`/watch/${video.id}`);
  await takenOver(page);
  // The tap on the player starts it.
  taps += 1;
  await expectPlays(page);
  expect({ taps, fields }).toEqual({ taps: 4, fields: 3 });
});

test("a code that is typed changes the price, or says why not @plain", async ({ visit, shop }) => {
  const creator = await shop.creator();
  const video = await shop.publish(creator);
  const made = await creator.http.post("/creator/coupons", {
    form: { intent: "save", code: "LEVE10", percent: "10" },
    maxRedirects: 0,
  });
  expect(made.status()).toBe(303);
  const page = await visit();
  await open(page, `/videos/${video.id}`);
  // One is in the box beside the content, the other in the bar of a phone.
  const shown = { visible: true };
  const code = page.getByLabel("Código do cupom").filter(shown);
  await page.getByText("Tenho um cupom").filter(shown).click();
  await code.fill("leve 100");
  await page.getByRole("button", { name: "Aplicar" }).click();
  const reason = page.getByText("Confira o código: não há um cupom assim para este vídeo.").filter(shown);
  await expect(reason).toBeVisible();
  await expect(code).toHaveValue(/100/);
  await expect(code).toHaveAccessibleDescription(/Confira o código/);
  await code.fill(" leve 10 ");
  await page.getByRole("button", { name: "Aplicar" }).click();
  await expect(page.getByText("Cupom LEVE10 aplicado: sem ele, R$ 49,90")).toBeVisible();
  await expect(page.getByText("R$ 44,91").first()).toBeVisible();
  await expect(code).toHaveCount(0);
  await page.setViewportSize({ width: 375, height: 740 });
  await expect(page.getByText("R$ 4,99 de desconto")).toBeVisible();
  await page.getByRole("link", { name: "Tirar o cupom" }).click();
  await expect(page.getByText("Tenho um cupom").filter(shown)).toBeVisible();
});
