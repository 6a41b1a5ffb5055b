import type { Page } from "@playwright/test";
import { longClip, removeLongClips } from "./support/long-clip";
import { card, open } from "./support/pages";
import { description } from "./support/shop";
import { expect, test } from "./support/test";
import { pressPublish } from "./support/upload";

const MiB = 1024 * 1024;
test.afterAll(removeLongClips);

/** Fields that the person fills in, and the most that they may be. */
const maxFields = 8;
const maxMs = 3 * 60_000;

test("from signing in to a video on sale: under three minutes and eight fields, with a 100 MB file", async ({
  visit,
  shop,
}) => {
  test.setTimeout(maxMs + 60_000);
  const { email, password } = await shop.creator();
  const { path } = longClip(100 * MiB);
  const page = await visit();
  let filled = 0;
  const fill = async (label: string, act: (field: ReturnType<Page["getByLabel"]>) => Promise<void>) => {
    filled += 1;
    await act(page.getByLabel(label, { exact: true }));
  };
  const began = Date.now();
  await open(page, "/creator-login");
  await fill("E-mail", (field) => field.fill(email));
  await fill("Senha", (field) => field.fill(password));
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await page.waitForURL("/creator/dashboard");
  await open(page, "/creator/upload");
  await fill("Escolher arquivo", (field) => field.setInputFiles(path));
  // It is on its way before anything else is typed.
  await expect(page.getByRole("progressbar")).toBeVisible();
  await expect(page.getByLabel("Título")).not.toHaveValue("");
  const title = await page.getByLabel("Título").inputValue();
  await fill("Descrição", (field) => field.fill(description));
  await fill("Preço", (field) => field.fill("49,90"));
  await pressPublish(page);
  await page.waitForURL(/\/share$/, { timeout: maxMs });
  await open(page, "/creator/videos");
  await expect(card(page, title)).toBeVisible();
  expect(Date.now() - began).toBeLessThan(maxMs);
  expect(filled).toBeLessThanOrEqual(maxFields);
});
