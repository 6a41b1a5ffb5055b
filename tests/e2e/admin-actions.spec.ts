/** An administrator suspends and restores an account, with and without script, and the audit log records it. */
import { open, toast } from "./support/pages";
import { expect, test } from "./support/test";

test("a creator is suspended with a reason, and restored; both are audited", {
  tag: "@plain",
}, async ({ visit, shop, script }) => {
  const creator = await shop.creator();
  const page = await visit(await shop.admin());
  await open(page, "/admin/creators");
  await page.getByLabel("Buscar por nome ou e-mail").fill(creator.email);
  await page.getByRole("button", { name: "Buscar" }).click();
  const row = page.getByRole("row").filter({ hasText: creator.email });
  await row.getByRole("link", { name: creator.fullName }).click();

  // A button that opens the dialog, or a link to the confirmation page.
  const step = (name: string) =>
    page.getByRole(script ? "button" : "link", { name: `${name}: ${creator.email}` });
  const more = page.getByLabel("Mais ações");
  await more.click();
  await step("Suspender conta").click();
  await expect(page.getByRole("heading", { name: "Suspender esta conta?" })).toBeVisible();
  await page.getByRole("textbox", { name: "Motivo" }).fill("Denúncia confirmada");
  await page.getByRole("button", { name: "Suspender conta", exact: true }).click();
  await expect(toast(page, "Conta suspensa.")).toBeVisible();
  await expect(page.getByText("Repasses retidos")).toBeVisible();

  await more.click();
  await step("Reativar conta").click();
  await page.getByRole("button", { name: "Reativar conta", exact: true }).click();
  await expect(toast(page, "Conta reativada.")).toBeVisible();

  await open(page, `/admin/audit?q=${encodeURIComponent(creator.email)}`);
  const entries = page.getByRole("main").getByRole("listitem");
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText("Conta reativada");
  await expect(entries.last()).toContainText("Motivo: Denúncia confirmada");
  await expect(entries.last()).toContainText(/Suspensão:\s*não\s*→\s*passou a\s*sim/);
});
