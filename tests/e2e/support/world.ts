/** The addresses from `global-setup.ts`, passed in the environment. */
function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: the browser tests run through playwright.config.ts`);
  return value;
}

export const appUrl = () => given("SABIA_E2E_APP_URL");
export const stripeUrl = () => given("SABIA_E2E_STRIPE_URL");
export const mailboxUrl = () => given("SABIA_E2E_MAILBOX_URL");
/** The server's secret, with which a test signs an expired link. */
export const linkSecret = () => given("SABIA_E2E_LINK_SECRET");
