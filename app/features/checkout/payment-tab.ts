/**
 * Opens the tab for a payment page whose address is not known yet, saying so in it. Called in the very click: once an
 * answer has been waited for, browsers no longer take a new tab for the visitor's own wish (Chrome and Firefox after
 * 5 s, Safari after 1). Gives null where it was blocked.
 */
export function openPaymentTab(text: string): Window | null {
  const tab = window.open("", "_blank");
  if (!tab) return null;
  // The payment page must not be able to lead the shop elsewhere.
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

/** Leads it to the payment page. Gives whether it is still there: some blockers close it, and so may the visitor. */
export function leadPaymentTab(tab: Window | null, url: string): boolean {
  if (!tab || tab.closed) return false;
  tab.location.replace(url);
  return true;
}
