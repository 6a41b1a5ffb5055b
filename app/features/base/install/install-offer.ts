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
