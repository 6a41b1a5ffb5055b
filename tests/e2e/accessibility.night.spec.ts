/** Accessibility beyond `every-page`: refused forms. */
import { expectAccessible } from "./support/accessible";
import { answered } from "./support/console-watch";
import { open } from "./support/pages";
import { expect, test } from "./support/test";

test("forms with errors are accessible", async ({ page, browserConsole }) => {
  browserConsole.allow(answered(400));
  for (const path of ["/creator-register", "/consumer-login?tab=signup", "/creator-login"]) {
    await open(page, path);
    const form = page.locator("form:has([name=password])");
    await form.evaluate((element: HTMLFormElement) => {
      element.noValidate = true;
    });
    await form.locator("button[type=submit]").click();
    await expect(page.getByRole("alert").or(page.locator("[aria-invalid=true]")).first()).toBeVisible();
    await expectAccessible(page, `${path}, refused`);
  }
});
