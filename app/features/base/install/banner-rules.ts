/** Chromium's event, missing in the DOM's types. */
export interface InstallOffer extends Event {
  prompt(): Promise<void>;
  userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
}

/** The property of `window` that keeps an offer made before the page's modules run. */
export const installOfferName = "sabiaInstallOffer";

/** Takes the offer that the browser has made already, if any: it can be accepted once. */
export function takeEarlyInstallOffer(): InstallOffer | undefined {
  const kept = window as { [installOfferName]?: InstallOffer | undefined };
  const offer = kept[installOfferName];
  kept[installOfferName] = undefined;
  return offer;
}

/** The localStorage key of the dismissal; any value counts (product.md, Install banner). */
export const dismissedKey = "sabia-install-dismissed";

/** Time to wait for the browser's install event, in milliseconds (product.md, Constants). */
export const fallbackDelayMs = 3_000;

interface InstallFacts {
  standalone: boolean;
  dismissed: boolean;
  /** iPhone, iPad or iPod, which have no install event. */
  ios: boolean;
  /** The browser fired its install event. */
  offered: boolean;
  waited: boolean;
}

type Banner = "hidden" | "iosSteps" | "installButton";

/** Decides which install banner to show (product.md, Install banner). */
export function decideBanner({ standalone, dismissed, ios, offered, waited }: InstallFacts): Banner {
  if (standalone || dismissed) return "hidden";
  if (ios) return "iosSteps";
  return offered || waited ? "installButton" : "hidden";
}

/**
 * Returns whether a browser runs on an iPhone or iPad. An iPad may identify as a Mac, but a Mac has no touch screen.
 */
export function isIos(userAgent: string, touchPoints: number): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
}
