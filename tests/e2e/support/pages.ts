/** What a visitor does on our pages, the same with and without script. */
import { test as base, expect, type Locator, type Page } from "@playwright/test";

/** Opens a page; where scripts run, waits until they have taken it over. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await takenOver(page);
}

/** Whether this project's browsers run scripts. */
export function runsScript(): boolean {
  return base.info().project.use.javaScriptEnabled !== false;
}

/**
 * Waits until React has the page: what is pressed before is left to the browser, which works too but is another path,
 * and what is changed in it before makes React draw it all again. Without script there is nothing to wait for.
 */
export async function takenOver(page: Page): Promise<void> {
  if (!runsScript()) return;
  // Nothing outside tells it: React 18 keeps on the document its root, and there whether the server's page is still to be taken.
  await page.waitForFunction(() => {
    const entry = Object.entries(document).find(([key]) => key.startsWith("__reactContainer$"));
    const fiber = entry?.[1] as ReactRoot | undefined;
    return fiber?.stateNode.current.memoizedState.isDehydrated === false;
  });
}

interface ReactRoot {
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } };
}

/** The card of a video in a grid. */
export function card(page: Page, title: string): Locator {
  return page.getByRole("article").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
}

/** A message of the page's corner, by its title. */
export function toast(page: Page, title: string): Locator {
  return page.locator("[role=status], [role=alert]").getByText(title, { exact: true });
}

/** Presses what opens a new tab and gives that tab. */
export async function newTab(page: Page, press: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent("page"), press()]);
  await tab.waitForLoadState();
  return tab;
}

/** The message beside a field, tied to it so that a screen reader reads it with the field. */
export async function expectFieldError(page: Page, label: string, message: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(new RegExp(literally(message)));
  await expect(page.getByText(message, { exact: true })).toBeVisible();
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
