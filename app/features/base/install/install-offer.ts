/** Chromium's event, missing in the DOM's types. */
export interface InstallOffer extends Event {
  prompt(): Promise<void>;
  userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
}

/** The property of `window` that keeps an offer made before the page's modules run. */
export const installOfferName = "sabiaInstallOffer";

/** Returns the offer that the browser has made already, if any. */
export function earlyInstallOffer(): InstallOffer | undefined {
  return (window as { [installOfferName]?: InstallOffer })[installOfferName];
}
