import { defineConfig, devices } from "@playwright/test";
import { chromiumArguments, findChromium, findHeadlessShell } from "./dev/browser/find-chromium";

// Found once: every worker reads this file again, and inherits the environment.
process.env.SABIA_E2E_CHROMIUM ??= await findChromium();
process.env.SABIA_E2E_SHELL ??= (await findHeadlessShell()) ?? process.env.SABIA_E2E_CHROMIUM;

const desktop = { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } };
const withoutScript = { ...desktop, javaScriptEnabled: false };
/** The smallest screen that the product promises to be good on. */
const phone = { ...desktop, viewport: { width: 375, height: 740 }, hasTouch: true };

/** `npm run test:night`: by the file's name or the test's tag, which Playwright searches both. */
const night = /\.night\.spec\.ts|@night/;

/** The browser tests: `npx playwright test`, or with `--project=plain` one of the ways of visiting. */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  globalSetup: "./tests/e2e/support/global-setup.ts",
  fullyParallel: true,
  workers: 2,
  // A test that fails now and then shows something, so a developer sees it at once. CI shares its machine with whatever
  // else runs there: it may try again, and the report names what needed it.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: Boolean(process.env.CI),
  // Bounds for what hangs, not measures: a busy machine may take its time.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["html", { open: "never" }]],
  use: {
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // Recording takes two fifths of the time: CI records what it has to try again, `npm test` runs what failed once
    // more.
    trace: process.env.CI ? "on-first-retry" : "off",
    launchOptions: { executablePath: process.env.SABIA_E2E_SHELL, args: chromiumArguments() },
  },
  projects: [
    { name: "script", use: desktop, testIgnore: "corridor.spec.ts", grepInvert: night },
    // Those tagged @plain: each kind of form and page once without script.
    { name: "plain", use: withoutScript, grep: /@plain/, grepInvert: night },
    { name: "phone", use: phone, testMatch: "corridor.spec.ts" },
    { name: "night", use: desktop, grep: night },
    { name: "night plain", use: withoutScript, grep: /(?=.*@plain)(?=.*(\.night\.spec\.ts|@night))/ },
  ],
});
