import { spawn } from "node:child_process";
import { Builder, By, Capabilities, error, until, type WebDriver } from "selenium-webdriver";
import { findFreePort } from "../../dev/postgres/free-port";
import type { EngineWindow } from "./engine";

const miniBrowser = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";

/** Starts WebKitGTK's MiniBrowser on a screen of its own, driven by WebDriver. */
export async function openWebKit(driverProgram: string): Promise<EngineWindow> {
  const port = await findFreePort();
  // -displayfd: Xvfb chooses a free screen and writes its number.
  const screen = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1400x1000x24"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const display = await new Promise<string>((resolve, reject) => {
    screen.once("error", reject);
    screen.stdout.once("data", (chunk) => resolve(`:${String(chunk).trim()}`));
  });
  const server = spawn(driverProgram, [`--port=${port}`], {
    stdio: "ignore",
    // Root has no sandbox of its own, and there is no graphics card.
    env: {
      ...process.env,
      DISPLAY: display,
      LANGUAGE: "pt_BR",
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
      GDK_BACKEND: "x11",
    },
  });
  const stopAll = () => {
    server.kill("SIGKILL");
    screen.kill("SIGKILL");
  };
  const driver = await startSession(port).catch((error: unknown) => {
    stopAll();
    throw error;
  });
  const sizeOfPage = () => driver.executeScript<[number, number]>("return [innerWidth, innerHeight]");
  const size = { width: 1280, height: 800 };
  const wanted = { ...size };
  // The window has a frame around the page, and follows only after a while.
  const hasItsSize = async () => {
    await driver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...wanted });
    const [wide, high] = await sizeOfPage();
    wanted.width += size.width - wide;
    wanted.height += size.height - high;
    return wide === size.width && high === size.height;
  };
  const find = async (xpath: string) => {
    const found = await driver.wait(until.elementLocated(By.xpath(xpath)), 30_000, `no ${xpath}`);
    await driver.executeScript("arguments[0].scrollIntoView({block:'center',behavior:'instant'})", found);
    return found;
  };
  await driver.wait(hasItsSize, 20_000, "the page does not become 1280 × 800", 250);
  return {
    open: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    url: () => driver.getCurrentUrl(),
    run: (script, ...words) => driver.executeScript(`return (${script})(...arguments)`, ...words),
    // A page that renders anew between the search and the press is searched again.
    press: async (xpath) => {
      const press = async () => (await find(xpath)).click();
      await press().catch((failure) => {
        if (!(failure instanceof error.StaleElementReferenceError)) throw failure;
        return press();
      });
    },
    fill: async (xpath, text) => {
      const field = await find(xpath);
      await field.clear();
      await field.sendKeys(text);
    },
    goToNewTab: async () => {
      await driver.wait(async () => (await driver.getAllWindowHandles()).length > 1, 30_000, "no new tab");
      const current = await driver.getWindowHandle();
      const newest = (await driver.getAllWindowHandles()).find((handle) => handle !== current);
      if (newest) await driver.switchTo().window(newest);
    },
    forget: async () => {
      await driver.manage().deleteAllCookies();
      await driver.executeScript("localStorage.clear(); sessionStorage.clear()");
    },
    close: async () => {
      await driver.quit().catch(() => {});
      stopAll();
    },
  };
}

async function startSession(port: number): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": { binary: miniBrowser, args: ["--automation"] },
  });
  const deadline = Date.now() + 30_000;
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/status`).then(
      () => true,
      () => false,
    );
    if (isUp || Date.now() > deadline) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
}
