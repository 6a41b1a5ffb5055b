/** Chromium's event, missing in the DOM's types. */
export interface InstallOffer extends Event {
  prompt(): Promise<void>;
  userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
}

/** Property of `window` for an offer made before the page's modules run. */
export const installOfferName = "sabiaInstallOffer";

export function takeEarlyInstallOffer(): InstallOffer | undefined {
  const holder = window as { [installOfferName]?: InstallOffer | undefined };
  const offer = holder[installOfferName];
  holder[installOfferName] = undefined;
  return offer;
}

/** localStorage key; any value counts (product.md, Install banner). */
export const dismissedKey = "sabia-install-dismissed";

/** Wait for the browser's install event (product.md, Constants). */
export const fallbackDelayMs = 3_000;

interface InstallFacts {
  standalone: boolean;
  dismissed: boolean;
  /** Without an install event. */
  ios: boolean;
  offered: boolean;
  waited: boolean;
}

type Banner = "hidden" | "iosSteps" | "installButton";

/** product.md, Install banner. */
export function decideBanner({ standalone, dismissed, ios, offered, waited }: InstallFacts): Banner {
  if (standalone || dismissed) return "hidden";
  if (ios) return "iosSteps";
  return offered || waited ? "installButton" : "hidden";
}

/** An iPad may identify as a Mac, but a Mac has no touch screen. */
export function isIos(userAgent: string, touchPoints: number): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
}
