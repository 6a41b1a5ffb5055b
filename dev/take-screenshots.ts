/** `npm run screens`: pictures in `screens/`. Arguments: another folder, and a pattern of the pictures' names. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { dismissedKey } from "../app/features/base/install/banner-rules";
import { chromiumArguments, findChromium } from "./browser/find-chromium";
import { addDemoData, demoLogins } from "./demo/add-demo-data";
import { demoPassword } from "./demo/people";
import { addRarerStates, rareCreator } from "./screens/add-rarer-states";
import { type Role, type Screen, screens, type Width, widths } from "./screens/screen-list";
import { startProduct } from "./start-product";

const schemes = ["light", "dark"] as const;
type Look = { width: Width; colorScheme: (typeof schemes)[number] };

/** SCRIPT=off disables JavaScript. */
const withScript = process.env.SCRIPT !== "off";

const webp = { quality: 70, effort: 6, smartSubsample: true };

const ids: Record<string, string> = {};

/** Runs in the page. */
function isHydrated(): boolean {
  return Object.keys(document).some((key) => key.startsWith("__reactContainer$"));
}

/** Runs in the page: waits for fonts and pictures, including those below the fold. */
async function waitForImages(): Promise<void> {
  await document.fonts.ready;
  for (const picture of document.querySelectorAll("img")) {
    picture.loading = "eager";
    await picture.decode();
  }
}

const doors = {
  creator: ["/creator-login", "/creator/dashboard"],
  rareCreator: ["/creator-login", "/creator/dashboard"],
  learner: ["/consumer-login", "/marketplace"],
  admin: ["/admin-login", "/admin/dashboard"],
} as const;

async function signIn(browser: Browser, appUrl: string, role: Exclude<Role, "anyone">) {
  const person =
    role === "rareCreator"
      ? { email: rareCreator.email, password: demoPassword }
      : demoLogins.find((known) => known.role === role);
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

/** One that the learner has, and one that they may buy. */
async function findVideos(page: Page): Promise<void> {
  const marketplace = await (await page.context().request.get("/marketplace")).text();
  const idIn = (pattern: RegExp) => pattern.exec(marketplace)?.[1] ?? "";
  ids.bought = idIn(/<article(?:(?!<\/article>).)*?href="\/watch\/([0-9a-f-]{36})/s);
  ids.other = idIn(/<article(?:(?!<\/article>).)*?action="\/videos\/([0-9a-f-]{36})\/checkout/s);
}

async function findOwnVideo(page: Page): Promise<void> {
  await page.goto("/creator/videos");
  const edit = page.locator("article a[href$='/edit']").first();
  ids.own = /[0-9a-f-]{36}/.exec((await edit.getAttribute("href")) ?? "")?.[0] ?? "";
  await page.goto("/creator/profile");
  ids.handle = await page.locator("[name=handle]").inputValue();
}

async function takeAll(browser: Browser, appUrl: string, into: string, pattern: RegExp): Promise<void> {
  const states: Partial<Record<Role, Awaited<ReturnType<typeof signIn>>>> = {};
  for (const role of Object.keys(doors) as (keyof typeof doors)[])
    states[role] = await signIn(browser, appUrl, role);
  const looks = widths.flatMap((width) => schemes.map((colorScheme) => ({ width, colorScheme })));
  for (const role of ["anyone", ...Object.keys(doors)] as Role[]) {
    for (const look of looks) {
      const shown = screens.filter(
        (screen) =>
          screen.as === role &&
          (screen.widths ?? widths).includes(look.width) &&
          pattern.test(pictureName(screen.name, look)),
      );
      if (shown.length === 0) continue;
      const context = await browser.newContext({
        baseURL: appUrl,
        ...(states[role] && { storageState: states[role] }),
        viewport: { width: look.width, height: look.width === 375 ? 740 : 900 },
        colorScheme: look.colorScheme,
        reducedMotion: "reduce",
        javaScriptEnabled: withScript,
        // As on a phone: no scrollbar.
        isMobile: look.width < 1280,
        locale: "pt-BR",
        timezoneId: "America/Sao_Paulo",
      });
      // The banner is dismissed, as for a regular visitor.
      await context.addInitScript((key) => localStorage.setItem(key, "2024-01-01"), dismissedKey);
      for (const screen of shown) await take(await context.newPage(), screen, look, into);
      await context.close();
    }
  }
}

function pictureName(screen: string, { width, colorScheme }: Look): string {
  return `${screen}-${width}-${colorScheme}`;
}

async function take(
  page: Page,
  { name, path, isStatic, prepare }: Screen,
  look: Look,
  into: string,
): Promise<void> {
  const address = path.replace(/:([a-z]+)/g, (_, word: string) => ids[word] ?? "");
  await page.goto(address);
  if (withScript && !isStatic) await page.waitForFunction(isHydrated);
  await prepare?.(page);
  await page.evaluate(waitForImages);
  const fullPage = !["delete-dialog", "admin-suspend-dialog", "menu", "install-banner"].includes(name);
  const png = await page.screenshot({ fullPage });
  await sharp(png)
    .webp(webp)
    .toFile(join(into, `${pictureName(name, look)}.webp`));
  await page.close();
}

const into = process.argv[2] ?? "screens";
const pattern = new RegExp(process.argv[3] ?? "");
const dir = mkdtempSync(join(tmpdir(), "sabia-screens-"));
const stops: (() => Promise<void>)[] = [async () => rmSync(dir, { recursive: true, force: true })];
try {
  const { url: appUrl, world, stop } = await startProduct(dir, { variables: { LOG_LEVEL: "warn" } });
  stops.push(stop);
  await addDemoData(world, { withPast: true });
  Object.assign(ids, await addRarerStates(world));
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: chromiumArguments(),
    // The language of the browser's own controls, such as the file input.
    env: { ...process.env, LANGUAGE: "pt_BR" },
  });
  stops.push(() => browser.close());
  mkdirSync(into, { recursive: true });
  await takeAll(browser, appUrl, into, pattern);
} finally {
  for (const stop of stops.reverse()) await stop();
}
