/**
 * README's pictures and the outlines of the pages when they were taken, so that a test notices pictures out of date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import type { PageOutline } from "./page-outline";

export const readmeFolder = "docs/screens";

export const readmePictures = [
  "landing-1280-light",
  "marketplace-1280-light",
  "sales-page-1280-light",
  "creator-page-1280-light",
  "watch-1280-dark",
  "purchases-1280-light",
  "dashboard-1280-light",
  "admin-dashboard-1280-light",
];

/** The mail among the pictures, by its name in `npm run mails`. */
export const readmeMail = "receipt";

const file = `${readmeFolder}/outlines.json`;

export function readOutlines(): Record<string, PageOutline> {
  return JSON.parse(readFileSync(file, "utf8"));
}

export function writeOutlines(outlines: Record<string, PageOutline>): void {
  writeFileSync(file, `${JSON.stringify(outlines, null, 2)}\n`);
}

/**
 * Ids for the placeholders in the screens' URLs, from pages of the demo: `bought` and `other` from the learner's
 * marketplace.
 */
export function findVideoIds(marketplace: string): { bought: string; other: string } {
  const idIn = (pattern: RegExp) => pattern.exec(marketplace)?.[1] ?? "";
  return {
    bought: idIn(/<article(?:(?!<\/article>).)*?href="\/watch\/([0-9a-f-]{36})/s),
    other: idIn(/<article(?:(?!<\/article>).)*?action="\/videos\/([0-9a-f-]{36})\/checkout/s),
  };
}
