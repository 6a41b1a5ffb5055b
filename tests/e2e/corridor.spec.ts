/** The main journey: a creator publishes a video, a learner buys and watches it. */

import { card, newTab, open, searchPath, takenOver, toast } from "./support/pages";
import { newPerson, newTitle, payout } from "./support/people";
import { clipFile, thumbnailFile } from "./support/shop";
import { expect, test } from "./support/test";
import { fillVideo, pressPublish } from "./support/upload";
import { expectPlays } from "./support/video";

test("a creator publishes, a learner buys and watches, the sale appears", { tag: "@plain" }, async ({
  page,
  visit,
  script,
}) => {
  const creator = newPerson("creator");
  const learner = newPerson("learner");
  const title = newTitle();
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;

  await test.step("the creator registers", async () => {
    await open(page, "/");
    await page.getByRole("link", { name: "Começar como Criador" }).click();
    await expect(page).toHaveURL("/creator-login");
    await page.getByRole("link", { name: "Ainda não tem conta? Cadastre-se" }).click();
    await expect(page).toHaveURL("/creator-register");
    await page.getByLabel("Nome completo").fill(creator.fullName);
    await page.getByLabel("E-mail").fill(creator.email);
    await page.getByLabel("Senha", { exact: true }).fill(creator.password);
    await expect(page.getByLabel("País")).toHaveValue("Brasil");
    await page.getByLabel("Moeda").selectOption("BRL");
    await page.getByLabel("Chave Pix").fill(payout.pixKey);
    await page.getByLabel("Nome do banco").fill(payout.bankName);
    await page.getByLabel("Conta bancária").fill(payout.bankAccount);
    await page.getByLabel("Número do cartão").fill("4242424242424242");
    const submit = page.getByRole("main").getByRole("button", { name: /Criar conta|Criando conta/ });
    await submit.click();
    if (script) await expect(submit).toBeDisabled();
    await expect(toast(page, "Conta criada com sucesso!")).toBeVisible();
    await expect(page).toHaveURL("/creator/dashboard");
    await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
    const firstName = creator.fullName.split(" ")[0] ?? "";
    await expect(page.getByRole("heading", { level: 1 })).toContainText(firstName);
    await expect(page.getByText("Nenhuma venda ainda")).toBeVisible();
  });

  await test.step("the creator uploads a video", async () => {
    await page.getByRole("banner").getByRole("link", { name: "Enviar novo vídeo" }).click();
    await expect(page).toHaveURL("/creator/upload");
    if (script) {
      await page.getByLabel("Escolher arquivo").setInputFiles(clipFile);
      await expect(page).toHaveURL(/\/edit$/);
      await expect(page.getByText("clip-vp9.mp4")).toBeVisible();
      await fillVideo(page, title);
      await pressPublish(page);
      await expect(page).toHaveURL(/\/share$/);
    } else {
      await fillVideo(page, title);
      await page.getByLabel("Imagem de capa").setInputFiles(thumbnailFile);
      await page.getByLabel("Arquivo de vídeo").setInputFiles(clipFile);
      await page.getByRole("button", { name: "Publicar vídeo" }).click();
      await expect(page).toHaveURL("/creator/videos");
    }
    await expect(toast(page, "Vídeo enviado com sucesso!")).toBeVisible();
    await open(page, "/creator/videos");
    await expect(card(page, title).getByText("R$ 49,90")).toBeVisible();
    await expect(card(page, title).getByRole("img")).toHaveCount(0); // the picture is decorative beside the title
    const picture = card(page, title).locator("img");
    await expect(picture).toHaveJSProperty("complete", true);
    await expect(picture).not.toHaveJSProperty("naturalWidth", 0);
  });

  const shopper = await visit();
  await test.step("a visitor sees the video in the marketplace, and Watch leads to the login", async () => {
    await open(shopper, searchPath(title));
    await expect(card(shopper, title).getByText("R$ 49,90")).toBeVisible();
    await expect(card(shopper, title).getByText(creator.fullName)).toBeVisible();
    await card(shopper, title)
      .getByRole("link", { name: `Assistir: ${title}` })
      .click();
    if (script) {
      await expect(toast(shopper, "Login necessário para assistir")).toBeVisible();
      await expect(toast(shopper, "Redirecionando para login...")).toBeVisible();
    }
    await expect(shopper).toHaveURL(/\/consumer-login\?redirectTo=/);
    const wanted = shopper.getByRole("region", { name: "Vídeo escolhido" });
    await expect(wanted).toContainText(title);
    await expect(wanted).toContainText("R$ 49,90");
    if (!script) await expect(toast(shopper, "Login necessário")).toBeVisible();
  });

  let paid = shopper;
  await test.step("the learner signs up and reaches the payment page", async () => {
    await shopper.getByRole("link", { name: "Criar conta" }).click();
    await shopper.getByLabel("Nome completo").fill(learner.fullName);
    await shopper.getByLabel("E-mail").fill(learner.email);
    await shopper.getByLabel("Senha", { exact: true }).fill(learner.password);
    await shopper.getByRole("button", { name: "Criar conta" }).click();
    if (script) await expect(toast(shopper, "Conta criada com sucesso!")).toBeVisible();
    await expect(shopper.getByText("Nenhum dinheiro é cobrado.")).toBeVisible();
    await shopper.getByRole("link", { name: "Cancelar e voltar" }).click();
    await expect(shopper).toHaveURL(/\/watch\//);
    await expect(shopper.getByText("Você precisa comprar este vídeo")).toBeVisible();
    await expect(shopper.locator("video")).toHaveCount(0);
  });

  await test.step("the learner pays in a new tab, and on a phone in the same tab", async () => {
    await open(shopper, searchPath(title));
    const watch = card(shopper, title).getByRole("button", { name: `Assistir: ${title}` });
    if (script && isPhone) {
      await watch.click();
      await expect(toast(shopper, "Redirecionando...")).toBeVisible();
    } else {
      paid = await newTab(shopper, () => watch.click());
      if (script) await expect(toast(shopper, "Checkout aberto em nova aba")).toBeVisible();
    }
    await expect(paid.getByText("Nenhum dinheiro é cobrado.")).toBeVisible();
    await expect(paid.getByRole("heading", { name: title })).toBeVisible();
    await paid.getByRole("radio", { name: "Cartão" }).check();
    await paid.getByRole("button", { name: "Pagar R$ 49,90" }).click();
  });

  await test.step("the learner watches the video", async () => {
    await expect(paid).toHaveURL(/\/watch\//);
    await takenOver(paid);
    await expect(toast(paid, "Pagamento confirmado. Boa aula!")).toBeVisible();
    await expect(paid.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect(paid.getByText("O link de acesso a este vídeo expira em 1 hora.")).toBeVisible();
    await expectPlays(paid);
  });

  await test.step("the creator sees the sale, split to the cent", async () => {
    await open(page, "/creator/dashboard");
    await expect(page.getByText("Total de vendas").locator("..")).toContainText("1");
    await expect(page.getByText("Seus ganhos (85%)").locator("..")).toContainText("R$ 42,41");
    await expect(page.getByText("Taxa da plataforma (15%)").locator("..")).toContainText("R$ 7,49");
    await expect(page.getByText("Total de vídeos").locator("..")).toContainText("1");
    const sale = page.getByRole("listitem").filter({ hasText: title });
    await expect(sale).toContainText("Pago");
    await expect(sale).toContainText("R$ 42,41");
    await expect(sale).toContainText(/\d{2} [a-z]{3} \d{4}, \d{2}:\d{2}/);
  });
});
