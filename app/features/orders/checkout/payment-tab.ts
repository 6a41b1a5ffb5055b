/** Phones and small tablets held upright: a tab that opens there covers the other, which is then hard to find again. */
const handheld = "(pointer: coarse) and (max-width: 767px)";

/** Returns whether to pay in this tab, as where a new one was blocked. */
export function paysInSameTab(): boolean {
  return window.matchMedia(handheld).matches;
}

/**
 * Opens a tab for a payment page whose URL is not known yet, with a text in it. Must be called in the click handler:
 * browsers block a tab opened later (Chrome and Firefox after 5 s, Safari after 1). Returns null where it was blocked.
 */
export function openPaymentTab(text: string): Window | null {
  const tab = window.open("", "_blank");
  if (!tab) return null;
  // The payment page must not be able to navigate this one.
  tab.opener = null;
  const { documentElement: page, body } = tab.document;
  page.lang = document.documentElement.lang;
  page.style.colorScheme = "light dark";
  tab.document.title = text;
  body.textContent = text;
  body.style.cssText =
    "margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1.25rem system-ui";
  return tab;
}

/** Navigates the tab to the payment page. Returns false where a blocker or the visitor closed it. */
export function navigatePaymentTab(tab: Window | null, url: string): boolean {
  if (!tab || tab.closed) return false;
  tab.location.replace(url);
  return true;
}
