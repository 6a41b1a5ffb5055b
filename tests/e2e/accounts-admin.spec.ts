/** The administrators' login. Starts without an administrator, so these tests have their own world and run in order. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AppProcess, startApp } from "../../dev/app-process";
import { type LocalWorld, startLocalWorld } from "../../dev/local-world";
import { findFreePort } from "../../dev/postgres/free-port";
import { logIn, stopClock } from "./support/accounts";
import { open, openAccountMenu, signOut, toast } from "./support/pages";
import { newPerson } from "./support/people";
import { test as base, expect } from "./support/test";

const dir = mkdtempSync(join(tmpdir(), "sabia-e2e-admin-"));
let appUrl = "";
let world: LocalWorld | undefined;
let app: AppProcess | undefined;

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  baseURL: async ({}, use) => use(appUrl),
});

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  appUrl = `http://localhost:${await findFreePort()}`;
  world = await startLocalWorld({ dir, appUrl, ephemeral: true });
  app = await startApp({ ...world.env, LOG_LEVEL: "warn", TRUSTED_PROXY_HOPS: "1" }, { quiet: true });
});

test.afterAll(async () => {
  await app?.stop();
  await world?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const admin = { ...newPerson("learner"), fullName: "Helena Prado" };
const learner = newPerson("learner");

test("the first person to log in becomes administrator and sees a message", async ({ page, visit }) => {
  for (const person of [admin, learner]) {
    const visitor = await visit();
    const form = { intent: "signup", ...person };
    const answer = await visitor.request.post("/consumer-login", {
      form,
      headers: { Origin: appUrl },
      maxRedirects: 0,
    });
    expect(answer.status()).toBe(303);
  }
  await open(page, "/admin/dashboard");
  await expect(page).toHaveURL("/admin-login");
  await expect(page.getByRole("heading", { name: "Acesso Administrativo" })).toBeVisible();
  await expect(page.getByText("Área restrita aos administradores da plataforma.")).toBeVisible();
  await stopClock(page);
  await logIn(page, admin);
  await expect(toast(page, "Login realizado com sucesso.")).toBeVisible();
  await expect(toast(page, "Você é o primeiro administrador da plataforma.")).toBeVisible();

  await page.clock.runFor(900);
  await expect(page).toHaveURL("/admin-login");
  await page.clock.runFor(200);
  await expect(page).toHaveURL("/admin/dashboard");
  await expect(page.getByRole("heading", { name: "Painel Administrativo" })).toBeVisible();
  await expect(page.getByText("Total de consumidores").locator("..")).toContainText("2");
});

test("an administrator signs in, opens the account page, and signs out", async ({ page }) => {
  await open(page, "/admin-login");
  await logIn(page, admin);
  await expect(page).toHaveURL("/admin/dashboard");
  await expect(toast(page, "Bem-vindo ao painel administrativo.")).toBeVisible();
  await open(page, "/admin-login");
  await expect(page, "a signed-in administrator needs no login").toHaveURL("/admin/dashboard");
  await openAccountMenu(page);
  await page.getByRole("banner").getByRole("link", { name: "Conta" }).filter({ visible: true }).click();
  await expect(page.getByText(`Senha e sessões de ${admin.email}.`)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Painel" }).click();
  await expect(page).toHaveURL("/admin/dashboard");
  await signOut(page);
  await expect(page).toHaveURL("/");
  await page.goBack();
  await expect(page).toHaveURL("/admin-login");
  await expect(page.getByText("Painel Administrativo")).toHaveCount(0);
});
