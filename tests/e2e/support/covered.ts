import type { Page } from "@playwright/test";

/** Scrolls, and waits until what follows in the next frame has moved. */
export async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((to) => window.scrollTo(0, to), top);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Returns the fields, buttons and players of the page that visible elements of a selector cover. */
export async function coveredBy(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((selector) => {
    // A closed `details` has controls with a size.
    const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const boxes = [...document.querySelectorAll(selector)]
      .filter(isVisible)
      .map((box) => box.getBoundingClientRect());
    return [...document.querySelectorAll("main :is(input, select, textarea, button, video, [data-main])")]
      .filter(isVisible)
      .filter((control) => {
        const own = control.getBoundingClientRect();
        const meets = (box: DOMRect) => own.top < box.bottom && own.bottom > box.top;
        const besides = (box: DOMRect) => own.left >= box.right || own.right <= box.left;
        return own.width > 1 && boxes.some((box) => box.height > 0 && meets(box) && !besides(box));
      })
      .map((control) => control.outerHTML.slice(0, 80));
  }, selector);
}
