/**
 * `npm run screens`: pictures of every screen, in light and dark, at three widths, from a world with the demo data, into
 * `docs/screens/`. With a folder as argument they go there; a pattern after it picks some by their names.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { dismissedKey } from "../app/features/install/banner-rules";
import { startApp } from "./app-process";
import { chromiumArguments, findChromium } from "./browser/find-chromium";
import { buildApp } from "./build-app";
import { addDemoData, demoLogins } from "./demo/add-demo-data";
import { startLocalWorld } from "./local-world";
import { findFreePort } from "./postgres/free-port";

type Role = "anyone" | "creator" | "learner" | "admin";

interface Screen {
  name: string;
  path: string;
  as: Role;
  /** Brings the page to the state to be shown. */
  prepare?: (page: Page) => Promise<void>;
}

const widths = [375, 768, 1280] as const;
const schemes = ["light", "dark"] as const;
type Width = (typeof widths)[number];
type Scheme = (typeof schemes)[number];

/** Small enough for the repository, good enough to judge a screen by. */
const webp = { quality: 70, effort: 6, smartSubsample: true };

const firstVideo = { bought: "", other: "", own: "" };

const screens: Screen[] = [
  { name: "landing", path: "/", as: "anyone" },
  { name: "landing-en", path: "/?lng=en", as: "anyone" },
  { name: "marketplace", path: "/marketplace", as: "anyone" },
  { name: "marketplace-en", path: "/marketplace?lng=en", as: "anyone" },
  { name: "marketplace-learner", path: "/marketplace", as: "learner" },
  { name: "marketplace-none", path: "/marketplace?q=nada", as: "anyone" },
  { name: "sales-page", path: "/videos/:other", as: "anyone" },
  { name: "watch", path: "/watch/:bought", as: "learner", prepare: showFrame },
  { name: "must-buy", path: "/watch/:other", as: "learner" },
  { name: "consumer-login", path: "/consumer-login", as: "anyone" },
  { name: "consumer-signup", path: "/consumer-login?tab=signup", as: "anyone" },
  { name: "creator-login", path: "/creator-login", as: "anyone" },
  { name: "creator-register", path: "/creator-register", as: "anyone" },
  { name: "creator-register-errors", path: "/creator-register", as: "anyone", prepare: sendEmpty },
  { name: "dashboard", path: "/creator/dashboard", as: "creator" },
  { name: "my-videos", path: "/creator/videos", as: "creator" },
  { name: "delete-dialog", path: "/creator/videos", as: "creator", prepare: askToDelete },
  { name: "menu", path: "/creator/dashboard", as: "creator", prepare: openMenu },
  { name: "edit-video", path: "/creator/videos/:own/edit", as: "creator" },
  { name: "upload", path: "/creator/upload", as: "creator" },
  { name: "upload-youtube", path: "/creator/upload?source=youtube", as: "creator" },
  { name: "payments", path: "/creator/payments", as: "creator" },
  { name: "account", path: "/account", as: "learner" },
  { name: "admin-login", path: "/admin-login", as: "anyone" },
  { name: "admin-dashboard", path: "/admin/dashboard", as: "admin" },
  { name: "forgot-password", path: "/forgot-password", as: "anyone" },
  { name: "not-found", path: "/nada", as: "anyone" },
  { name: "not-found-en", path: "/nothing?lng=en", as: "anyone" },
  { name: "install-banner", path: "/", as: "anyone", prepare: awaitBanner },
];

/** A moment into the lesson, rather than its poster. */
async function showFrame(page: Page): Promise<void> {
  await page.locator("video").evaluate(async (video: HTMLVideoElement) => {
    const arrived = new Promise((resolve) => video.addEventListener("seeked", resolve, { once: true }));
    video.currentTime = 1;
    await arrived;
  });
}

async function sendEmpty(page: Page): Promise<void> {
  const form = page.locator("form:has([name=password])");
  await form.evaluate((element: HTMLFormElement) => {
    element.noValidate = true;
  });
  await form.locator("button[type=submit]").click();
  await page.getByRole("alert").first().waitFor();
}

async function askToDelete(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^Excluir/ })
    .first()
    .click();
  await page.getByRole("dialog").waitFor();
}

/** Three seconds after the page (spec section 9). */
async function awaitBanner(page: Page): Promise<void> {
  await page.evaluate((key) => localStorage.removeItem(key), dismissedKey);
  await page.addInitScript((key) => localStorage.removeItem(key), dismissedKey);
  await page.reload();
  await page.locator(".install-banner").waitFor();
}

async function openMenu(page: Page): Promise<void> {
  const menu = page.locator("header summary").first();
  if (await menu.isVisible()) await menu.click();
}

/** In the page: React has made it its own. */
function isTakenOver(): boolean {
  return Object.keys(document).some((key) => key.startsWith("__reactContainer$"));
}

/** In the page: fonts and pictures are there, those below the fold too. */
async function whenDrawn(): Promise<void> {
  await document.fonts.ready;
  for (const picture of document.querySelectorAll("img")) {
    picture.loading = "eager";
    await picture.decode();
  }
}

const doors = {
  creator: ["/creator-login", "/creator/dashboard"],
  learner: ["/consumer-login", "/marketplace"],
  admin: ["/admin-login", "/admin/dashboard"],
} as const;

/** Cookies of the role, after signing in through its form. */
async function signIn(browser: Browser, appUrl: string, role: Exclude<Role, "anyone">) {
  const person = demoLogins.find((known) => known.role === role);
  if (!person) throw new Error(`the demo has no ${role}`);
  const context = await browser.newContext({ baseURL: appUrl });
  const page = await context.newPage();
  const [login, arrival] = doors[role];
  await page.goto(login);
  await page.locator("[name=email]").fill(person.email);
  await page.locator("[name=password]").fill(person.password);
  await page.locator("[name=password]").press("Enter");
  await page.waitForURL(`**${arrival}`);
  if (role === "learner") await findVideos(page);
  if (role === "creator") await findOwnVideo(page);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** One video that the learner has and one that they have not. */
async function findVideos(page: Page): Promise<void> {
  const idOf = (address: string | null) => /[0-9a-f-]{36}/.exec(address ?? "")?.[0] ?? "";
  const bought = page.locator("article a[href^='/watch/']").first();
  const other = page.locator("article form[action$='/checkout']").first();
  firstVideo.bought = idOf(await bought.getAttribute("href"));
  firstVideo.other = idOf(await other.getAttribute("action"));
}

async function findOwnVideo(page: Page): Promise<void> {
  await page.goto("/creator/videos");
  const edit = page.locator("article a[href$='/edit']").first();
  firstVideo.own = /[0-9a-f-]{36}/.exec((await edit.getAttribute("href")) ?? "")?.[0] ?? "";
}

async function takeAll(browser: Browser, appUrl: string, into: string, pattern: RegExp): Promise<void> {
  const states = {
    anyone: undefined,
    creator: await signIn(browser, appUrl, "creator"),
    learner: await signIn(browser, appUrl, "learner"),
    admin: await signIn(browser, appUrl, "admin"),
  };
  const looks = widths.flatMap((width) => schemes.map((colorScheme) => ({ width, colorScheme })));
  for (const role of Object.keys(states) as Role[]) {
    const wanted = screens.filter(({ as, name }) => as === role && pattern.test(name));
    if (wanted.length === 0) continue;
    for (const look of looks) {
      const context = await browser.newContext({
        baseURL: appUrl,
        storageState: states[role],
        viewport: { width: look.width, height: look.width === 375 ? 740 : 900 },
        colorScheme: look.colorScheme,
        reducedMotion: "reduce",
        // As on a phone or tablet: no room is kept for a scrollbar.
        isMobile: look.width < 1280,
        locale: "pt-BR",
        timezoneId: "America/Sao_Paulo",
      });
      // Dismissed long ago: the screens are shown as those see them who come every day.
      await context.addInitScript((key) => localStorage.setItem(key, "2024-01-01"), dismissedKey);
      for (const screen of wanted) await take(await context.newPage(), screen, look, into);
      await context.close();
    }
  }
}

async function take(
  page: Page,
  { name, path, prepare }: Screen,
  { width, colorScheme }: { width: Width; colorScheme: Scheme },
  into: string,
): Promise<void> {
  await page.goto(
    path.replace(/:(bought|other|own)/, (_, which: keyof typeof firstVideo) => firstVideo[which]),
  );
  await page.waitForFunction(isTakenOver);
  await prepare?.(page);
  await page.evaluate(whenDrawn);
  const fullPage = !["delete-dialog", "menu", "install-banner"].includes(name);
  const png = await page.screenshot({ fullPage });
  await sharp(png)
    .webp(webp)
    .toFile(join(into, `${name}-${width}-${colorScheme}.webp`));
  await page.close();
}

const into = process.argv[2] ?? "docs/screens";
const pattern = new RegExp(process.argv[3] ?? "");
const dir = mkdtempSync(join(tmpdir(), "sabia-screens-"));
const stops: (() => Promise<void>)[] = [async () => rmSync(dir, { recursive: true, force: true })];
try {
  await buildApp();
  const appUrl = `http://localhost:${await findFreePort()}`;
  const world = await startLocalWorld({ dir, appUrl, ephemeral: true });
  stops.push(world.stop);
  const app = await startApp({ ...world.env, LOG_LEVEL: "warn" });
  stops.push(app.stop);
  await addDemoData(world);
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: chromiumArguments(),
    // What the browser itself writes, such as on the button that chooses a file.
    env: { ...process.env, LANGUAGE: "pt_BR" },
  });
  stops.push(() => browser.close());
  mkdirSync(into, { recursive: true });
  await takeAll(browser, appUrl, into, pattern);
} finally {
  for (const stop of stops.reverse()) await stop();
}
