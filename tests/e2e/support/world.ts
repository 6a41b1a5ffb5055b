/** Where the world of `global-setup.ts` is, as its environment tells every worker. */
function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: the browser tests run through playwright.config.ts`);
  return value;
}

export const appUrl = () => given("SABIA_E2E_APP_URL");
export const stripeUrl = () => given("SABIA_E2E_STRIPE_URL");
export const mailboxUrl = () => given("SABIA_E2E_MAILBOX_URL");
/** The server's secret, so that a test can sign the link it would have signed an hour ago. */
export const linkSecret = () => given("SABIA_E2E_LINK_SECRET");
