import type { Page } from "@playwright/test";
import { open } from "./pages";
import { description } from "./shop";
import { expect } from "./test";

/** Chooses a file with script; it begins an unpublished video, whose page opens. Returns its id. */
export async function chooseFile(
  page: Page,
  file: Parameters<ReturnType<Page["getByLabel"]>["setInputFiles"]>[0],
) {
  await open(page, "/creator/upload");
  await page.getByLabel("Escolher arquivo").setInputFiles(file);
  await expect(page).toHaveURL(/\/creator\/videos\/[0-9a-f-]{36}\/edit/);
  return /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? "";
}

export async function fillVideo(page: Page, title: string, price = "49,90"): Promise<void> {
  await page.getByLabel("Título").fill(title);
  await page.getByLabel("Descrição").fill(description);
  await page.getByLabel("Preço").fill(price);
}

export async function pressPublish(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Publicar", exact: true }).click();
}
