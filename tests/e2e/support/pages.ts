/** Actions of a visitor, the same with and without script. */
import { test as base, expect, type Locator, type Page } from "@playwright/test";

/** Opens a page, and waits for hydration where scripts run. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await takenOver(page);
}

export function runsScript(): boolean {
  return base.info().project.use.javaScriptEnabled !== false;
}

/**
 * Waits until React handles what a visitor does: earlier clicks are handled by the browser alone, and earlier changes
 * make React render again.
 */
export async function takenOver(page: Page): Promise<void> {
  if (!runsScript()) return;
  // Pages for everyone load their modules at the first touch (late-scripts.tsx).
  await page.mouse.move(1, 1);
  await page.waitForFunction(() => {
    // React 18 has no public API for this: its root on the document tells whether it is hydrated.
    const entry = Object.entries(document).find(([key]) => key.startsWith("__reactContainer$"));
    const fiber = entry?.[1] as ReactRoot | undefined;
    if (fiber?.stateNode.current.memoizedState.isDehydrated !== false) return false;
    // On a busy machine a third of a second later: until then the page hides input from React (entry.client.tsx).
    let isHeard = false;
    document.addEventListener("dragend", () => (isHeard = true), { once: true });
    document.dispatchEvent(new Event("dragend"));
    return isHeard;
  });
}

interface ReactRoot {
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } };
}

/** The shop's page on which a search finds a video by its title. */
export const searchPath = (title: string) => `/marketplace?q=${encodeURIComponent(title)}`;

/** Holds requests to an address until the returned function is called. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

export function card(page: Page, title: string): Locator {
  return page.getByRole("article").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
}

export function toast(page: Page, title: string): Locator {
  return page.locator("[role=status], [role=alert]").getByText(title, { exact: true });
}

/** Returns the tab that an action opens. */
export async function newTab(page: Page, press: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent("page"), press()]);
  await tab.waitForLoadState();
  return tab;
}

/** Expects a field's message, linked to it for screen readers. */
export async function expectFieldError(page: Page, label: string, message: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(new RegExp(literally(message)));
  await expect(page.getByText(message, { exact: true })).toBeVisible();
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Opens the creators' menu with account, language and logout, at any width. */
export async function openAccountMenu(page: Page): Promise<void> {
  await page.locator("header summary").filter({ visible: true }).last().click();
}

/** Signs a creator out. */
export async function signOut(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Sair" }).filter({ visible: true }).click();
}
