/** axe, in light and dark. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test";

/** WCAG 2.2 A and AA, and axe's best practices. */
const axeRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export async function expectAccessible(page: Page, where: string): Promise<void> {
  await expectNoViolations(new AxeBuilder({ page }).withTags(axeRules), where, 10);
}

/** Dark mode changes only colours. */
export async function expectContrastInTheDark(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  // The colours change with the next frame.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await expectNoViolations(new AxeBuilder({ page }).withRules("color-contrast"), `${where}, dark`, 1);
  await page.emulateMedia({ colorScheme: "light" });
}

async function expectNoViolations(axe: AxeBuilder, where: string, minPassed: number): Promise<void> {
  // No page has frames that axe should look into: it needs no page of its own to join the results of several.
  const { violations, passes } = await axe.setLegacyMode().analyze();
  expect(passes.length, `${where}: axe has looked`).toBeGreaterThanOrEqual(minPassed);
  const found = violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    where: nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ""}`.trim()).slice(0, 3),
  }));
  expect(found, where).toEqual([]);
}
