/** Lessons kept on a device: downloaded, watched without a connection. */
import type { Page } from "@playwright/test";
import { logIn } from "./support/accounts";
import { open } from "./support/pages";
import { password } from "./support/people";
import type { Person, ShopVideo } from "./support/shop";
import { expect, test } from "./support/test";

/** The copies in IndexedDB, and whether a piece of them holds the beginning of an MP4. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("copies", 1);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const read = <Row>(store: string) =>
      new Promise<Row[]>((resolve) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result);
      });
    const copies = await read<{ state: string; half: string | null; position: number }>("copies");
    const pieces = await read<ArrayBuffer>("pieces");
    const texts = pieces.map((piece) => new TextDecoder("latin1").decode(piece));
    const reports = await read<object>("reports");
    return {
      copies: copies.map(({ state, half }) => ({ state, hasHalf: half !== null })),
      pieces: pieces.length,
      isPlain: texts.some((text) => text.includes("ftyp")),
      reports: reports.length,
    };
  });

test("a lesson is downloaded, and plays without a connection", async ({ visit, shop, browserConsole }) => {
  const { video, learner } = await shop.sell();
  const page = await visit(learner);

  await test.step("it is downloaded from the lesson", async () => {
    await open(page, `/watch/${video.id}`);
    // The file waits until its download was paused and continued.
    let isHeld = true;
    await page.route("**/*", async (route) => {
      const { range } = route.request().headers();
      if (range && isHeld) await expect.poll(() => isHeld).toBe(false);
      await route.continue().catch(() => undefined);
    });
    await page.getByRole("button", { name: /^Baixar · 0,1 MB/ }).click();
    await expect(page.getByText("Baixando 0%")).toBeVisible();
    await page.getByRole("button", { name: "Pausar o download" }).click();
    await expect(page.getByText("Pausado em 0%")).toBeVisible();
    isHeld = false;
    await page.getByRole("button", { name: "Continuar o download" }).click();
    await page.getByRole("link", { name: /^Baixado 0,1 MB, vale até/ }).click();
    await expect(page.getByRole("listitem").filter({ hasText: video.title })).toContainText("faltam 14 dias");
    expect(await stored(page)).toMatchObject({ copies: [{ state: "done", hasHalf: true }], isPlain: false });
  });

  await test.step("it plays without a connection, and what was watched is sent later", async () => {
    const remove = page.getByRole("button", { name: `Remover “${video.title}” deste aparelho` });
    await remove.focus();
    await page.context().setOffline(true);
    await expect(page.getByText("Você está sem internet.")).toBeVisible();
    await expect(remove).toBeFocused();
    await page.reload();
    await expect(page.getByText("Você está sem internet.")).toBeVisible();
    await page.getByRole("button", { name: `Assistir: ${video.title}` }).click();
    const player = page.locator("video");
    await player.evaluate((it: HTMLVideoElement) => {
      it.muted = true;
    });
    await expect
      .poll(() => player.evaluate((it: HTMLVideoElement) => it.ended), { timeout: 30_000 })
      .toBe(true);
    await expect.poll(async () => (await stored(page)).reports).toBeGreaterThan(0);
  });

  await test.step("two notes of one second are written without a connection, and stay after a reload", async () => {
    const field = page.getByLabel("Anotar em");
    for (const text of ["O dedo três não levanta", "Treinar devagar"]) {
      await field.fill(text);
      await page.getByRole("button", { name: "Salvar anotação" }).click();
      await expect(page.getByText(text)).toHaveCount(1);
    }
    await page.reload();
    const unsent = page.getByRole("listitem").filter({ hasText: "será enviada quando a internet voltar" });
    await expect(unsent).toHaveCount(2);
    // The first contact reaches the server, and its answer is lost: the note is sent again.
    browserConsole.allow(/ERR_FAILED .*notes\.data/);
    let lost = false;
    await page.route("**/notes.data", async (route) => {
      if (lost) return route.continue();
      lost = true;
      await route.fetch();
      await route.abort();
    });
    await page.context().setOffline(false);
    await expect.poll(() => lost).toBe(true);
    await page.reload();
    await expect(unsent).toHaveCount(0);
    await page.getByRole("button", { name: `Assistir: ${video.title}` }).click();
    await expect(page.getByText("Treinar devagar")).toBeVisible();
    await expect.poll(async () => (await stored(page)).reports).toBe(0);
    await open(page, `/watch/${video.id}`);
    await expect(page.getByText("Concluído").first()).toBeVisible();
    await expect(page.getByText("O dedo três não levanta").filter({ visible: true })).toHaveCount(1);
    await expect(page.getByText("Treinar devagar").filter({ visible: true })).toHaveCount(1);
    await expect(page.getByRole("link", { name: /^Baixado .*MB, vale até/ })).toBeVisible();
  });
});

test("a refund ends a copy at the next contact: its key and its pieces are deleted", async ({
  visit,
  shop,
}) => {
  const { video, learner } = await shop.sell();
  const page = await visit(learner);

  await test.step("it is downloaded from the library", async () => {
    await open(page, "/purchases");
    await page.getByRole("link", { name: `Baixar: ${video.title}` }).click();
    await page.getByRole("button", { name: /^Baixar, .*MB$/ }).click();
    await expect(page.getByText("faltam 14 dias")).toBeVisible();
    expect((await stored(page)).pieces).toBeGreaterThan(0);
  });

  await test.step("without a contact it stays, until the purchase is undone and the device asks again", async () => {
    const other = await visit(learner);
    await open(other, "/purchases");
    await other.getByLabel(`Outras opções: ${video.title}`).click();
    await other.getByRole("link", { name: /^Desistir da compra/ }).click();
    await other.getByRole("button", { name: "Sim, desistir" }).click();
    await expect(other).toHaveURL("/purchases");
    expect((await stored(page)).copies).toEqual([{ state: "done", hasHalf: true }]);
    await page.reload();
    await expect(page.getByText("Nenhuma aula neste aparelho")).toBeVisible();
    expect(await stored(page)).toMatchObject({ copies: [], pieces: 0 });
  });
});

/** Downloads a lesson, and writes a note on it without a connection, which then comes back with no page of downloads open. */
async function writeOffline(page: Page, video: ShopVideo, text: string): Promise<void> {
  await open(page, `/watch/${video.id}`);
  await page.getByRole("button", { name: /^Baixar · / }).click();
  await page.getByRole("link", { name: /^Baixado / }).click();
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("button", { name: `Assistir: ${video.title}` }).click();
  await page.getByLabel("Anotar em").fill(text);
  await page.getByRole("button", { name: "Salvar anotação" }).click();
  await expect(page.getByText(text)).toHaveCount(1);
  expect((await stored(page)).reports).toBeGreaterThan(0);
  await page.close();
}

async function signIn(page: Page, { email }: Person): Promise<void> {
  await open(page, "/consumer-login");
  await logIn(page, { email, password });
  await expect(page).toHaveURL("/marketplace");
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name: "Sair" }).click();
  await expect(page).toHaveURL("/");
}

test("a note that waits is sent at sign-out, which deletes the copies", { tag: "@night" }, async ({
  visit,
  shop,
}) => {
  const { video, learner } = await shop.sell();
  const page = await visit(learner);
  await open(page, "/account");
  await writeOffline(await page.context().newPage(), video, "O polegar fica atrás");
  await page.context().setOffline(false);
  await signOut(page);
  await expect.poll(() => stored(page)).toMatchObject({ copies: [], pieces: 0, reports: 0 });
  await signIn(page, learner);
  await open(page, `/watch/${video.id}`);
  await expect(page.getByText("O polegar fica atrás").filter({ visible: true })).toHaveCount(1);
});

test("a note that could not be sent is hidden from another person, and sent at its writer's next contact", {
  tag: "@night",
}, async ({ visit, shop }) => {
  const { video, learner } = await shop.sell();
  const other = await shop.learner();
  const page = await visit(learner);
  await writeOffline(await page.context().newPage(), video, "O polegar fica atrás");
  await page.context().clearCookies();
  await page.context().setOffline(false);

  await test.step("another person signs in, meets the server and signs out", async () => {
    await signIn(page, other);
    await page.goto("/downloads");
    await expect(page.getByText("Nenhuma aula neste aparelho")).toBeVisible();
    await expect(page.getByText("O polegar fica atrás")).toHaveCount(0);
    await open(page, "/account");
    await signOut(page);
    expect(await stored(page)).toMatchObject({ copies: [], reports: 1 });
  });

  await test.step("the writer signs in and meets the server", async () => {
    await signIn(page, learner);
    await page.goto("/downloads");
    await expect.poll(async () => (await stored(page)).reports).toBe(0);
    await open(page, `/watch/${video.id}`);
    await expect(page.getByText("O polegar fica atrás").filter({ visible: true })).toHaveCount(1);
  });
});
