import type { Page } from "@playwright/test";
import { dismissedKey } from "../../app/features/base/install/banner-rules";

export type Role = "anyone" | "creator" | "rareCreator" | "learner" | "admin";

export const widths = [375, 768, 1280] as const;
export type Width = (typeof widths)[number];

/** For screens made of parts that other screens show. */
const few: readonly Width[] = [375, 1280];

export interface Screen {
  name: string;
  /** `:word` is replaced by an id of the demo data. */
  path: string;
  as: Role;
  widths?: readonly Width[];
  /** A page without React. */
  isStatic?: true;
  prepare?: (page: Page) => Promise<void>;
}

export const screens: Screen[] = [
  { name: "landing", path: "/", as: "anyone" },
  { name: "landing-en", path: "/?lng=en", as: "anyone" },
  { name: "marketplace", path: "/marketplace", as: "anyone" },
  { name: "marketplace-en", path: "/marketplace?lng=en", as: "anyone" },
  { name: "marketplace-learner", path: "/marketplace", as: "learner" },
  { name: "marketplace-none", path: "/marketplace?q=nada", as: "anyone" },
  { name: "sales-page", path: "/videos/:other", as: "anyone" },
  { name: "creator-page", path: "/creators/:handle", as: "anyone" },
  { name: "awaited-boleto", path: "/watch/:awaited", as: "learner", widths: few },
  { name: "watch", path: "/watch/:bought", as: "learner", prepare: showFrame },
  { name: "course-end", path: "/courses/:finished/certificate", as: "learner" },
  { name: "course-end-en", path: "/courses/:finished/certificate?lng=en", as: "learner", widths: few },
  { name: "certificate", path: "/certificates/:code", as: "anyone", widths: few },
  { name: "notes", path: "/notes", as: "learner", widths: few },
  { name: "downloads", path: "/downloads", as: "learner", widths: few, isStatic: true },
  { name: "must-buy", path: "/watch/:other", as: "learner" },
  { name: "consumer-login", path: "/consumer-login", as: "anyone" },
  { name: "consumer-signup", path: "/consumer-login?tab=signup", as: "anyone" },
  { name: "creator-login", path: "/creator-login", as: "anyone" },
  { name: "creator-register", path: "/creator-register", as: "anyone" },
  { name: "creator-register-errors", path: "/creator-register", as: "anyone", prepare: sendEmpty },
  { name: "dashboard", path: "/creator/dashboard", as: "creator" },
  { name: "my-videos", path: "/creator/videos", as: "creator" },
  { name: "my-videos-states", path: "/creator/videos", as: "rareCreator", widths: few },
  { name: "delete-dialog", path: "/creator/videos", as: "creator", prepare: openDialog(/^Excluir/) },
  { name: "menu", path: "/creator/dashboard", as: "creator", prepare: openMenu },
  { name: "edit-video", path: "/creator/videos/:own/edit", as: "creator" },
  { name: "upload", path: "/creator/upload", as: "creator" },
  { name: "upload-youtube", path: "/creator/upload?source=youtube", as: "creator" },
  { name: "payments", path: "/creator/payments", as: "creator" },
  { name: "figures", path: "/creator/figures", as: "creator" },
  { name: "share-video", path: "/creator/videos/:own/share", as: "creator" },
  { name: "coupons", path: "/creator/coupons", as: "creator", widths: few },
  { name: "announcements", path: "/creator/announcements", as: "creator", widths: few },
  { name: "questions", path: "/creator/questions", as: "creator", widths: few },
  { name: "attachments", path: "/creator/videos/:own/files", as: "creator", widths: few },
  { name: "captions", path: "/creator/videos/:own/captions", as: "creator", widths: few },
  { name: "saved", path: "/saved", as: "learner", widths: few },
  { name: "landing-learner", path: "/", as: "learner", widths: few },
  { name: "account", path: "/account", as: "learner" },
  { name: "terms", path: "/terms", as: "anyone", widths: few },
  { name: "privacy-en", path: "/privacy?lng=en", as: "anyone", widths: few },
  { name: "help", path: "/help", as: "anyone", widths: few },
  { name: "year", path: "/creator/year", as: "creator", widths: few },
  { name: "purchases", path: "/purchases", as: "learner", widths: few },
  { name: "withdraw", path: "/purchases/:withdrawn/withdraw", as: "learner", widths: few },
  { name: "admin-login", path: "/admin-login", as: "anyone" },
  { name: "admin-dashboard", path: "/admin/dashboard", as: "admin" },
  ...[
    ["admin-creators", "/admin/creators"],
    ["admin-creator", "/admin/creators/:creator"],
    ["admin-consumers", "/admin/consumers"],
    ["admin-consumer", "/admin/consumers/:suspended"],
    ["admin-sales", "/admin/sales"],
    ["admin-sale", "/admin/sales/:sale"],
    ["admin-payouts", "/admin/payouts"],
    ["admin-batch", "/admin/payouts/:batch"],
    ["admin-pay", "/admin/payouts/:batch/pay"],
    ["admin-bank-statement", "/admin/payouts/statement"],
    ["admin-codes", "/admin/payouts/:batch/codes"],
    ["admin-statement", "/admin/payouts/:batch/:payout"],
    ["admin-creator-year", "/admin/creators/:creator/year"],
    ["admin-creator-fee", "/admin/creators/:creator/fee"],
    ["admin-creator-reserve", "/admin/creators/:creator/reserve"],
    ["admin-adjust", "/admin/creators/:creator/balance"],
    ["admin-minimum-payout", "/admin/payouts/smallest"],
    ["admin-invoices", "/admin/invoices"],
    ["admin-approvals", "/admin/approvals"],
    ["admin-search", "/admin/search?q=maria"],
    ["admin-sales-filtered", "/admin/sales?status=completed&method=pix"],
    ["admin-sales-none", "/admin/sales?q=xyzzy"],
    ["admin-disputes-all", "/admin/disputes?show=all"],
    ["admin-reviews", "/admin/reviews"],
    ["admin-reconciliation", "/admin/reconciliation"],
    ["admin-disputes", "/admin/disputes"],
    ["admin-dispute", "/admin/disputes/:dispute"],
    ["admin-questions", "/admin/questions"],
    ["admin-coupons", "/admin/coupons"],
    ["admin-audit", "/admin/audit"],
    ["admin-admins", "/admin/admins"],
    ["admin-suspend-account", "/admin/accounts/:creator/suspend?from=creators"],
    ["admin-suspend-video", "/admin/videos/:video/suspend"],
  ].map(([name = "", path = ""]): Screen => ({ name, path, as: "admin", widths: few })),
  {
    name: "admin-suspend-dialog",
    path: "/admin/creators/:creator",
    as: "admin",
    widths: few,
    prepare: openDialog(/^Suspender conta/),
  },
  { name: "forgot-password", path: "/forgot-password", as: "anyone" },
  { name: "forgot-password-sent", path: "/forgot-password?sent", as: "anyone", widths: few },
  { name: "reset-password", path: "/reset-password?token=nada", as: "anyone", widths: few },
  { name: "not-found", path: "/nada", as: "anyone" },
  { name: "not-found-en", path: "/nothing?lng=en", as: "anyone" },
  { name: "install-banner", path: "/", as: "anyone", prepare: awaitBanner },
];

/** Shows a frame instead of the poster. */
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

function openDialog(button: RegExp) {
  return async (page: Page): Promise<void> => {
    await page.getByRole("button", { name: button }).first().click();
    await page.getByRole("dialog").waitFor();
  };
}

/** The banner appears after three seconds (product.md, Constants). */
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
