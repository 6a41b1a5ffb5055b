/** Where the dismissal is stored in the browser (product.md, Install banner): only whether it is there counts. */
export const dismissedKey = "sabia-install-dismissed";

/** How long to wait for the browser's install event before the banner shows without it (product.md, Constants), in milliseconds. */
export const fallbackDelayMs = 3_000;

export interface InstallFacts {
  /** Already running as an app. */
  standalone: boolean;
  dismissed: boolean;
  /** iPhone, iPad or iPod: the browser has no install event there. */
  ios: boolean;
  /** The browser said that it can install the app. */
  offered: boolean;
  /** The fallback delay has passed. */
  waited: boolean;
}

export type Banner = "hidden" | "iosSteps" | "installButton";

/** Decides whether the install banner shows, and which (product.md, Install banner). */
export function decideBanner({ standalone, dismissed, ios, offered, waited }: InstallFacts): Banner {
  if (standalone || dismissed) return "hidden";
  if (ios) return "iosSteps";
  return offered || waited ? "installButton" : "hidden";
}

/** Whether a browser is Apple's on a phone or tablet. An iPad may call itself a Mac, but a Mac has no touch screen. */
export function isIos(userAgent: string, touchPoints: number): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
}
