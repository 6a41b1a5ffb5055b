import type { GooglePerson, LocalGoogle } from "../../../../dev/google/start-google";
import type { Browser, Reply } from "../../../support/browser";
import { appUrl } from "../../../support/test-services";

let made = 0;

/** A new person at Google. */
export function googlePerson(changes: Partial<GooglePerson> = {}): GooglePerson {
  made += 1;
  return {
    sub: `sub-${made}`,
    email: `google-${made}@example.com`,
    name: "Gil Google",
    emailVerified: true,
    ...changes,
  };
}

export interface Wish {
  as?: string;
  redirectTo?: string;
  lng?: "en";
}

/** Submits the Google button. Returns the URL of Google's page. */
export async function beginGoogle(browser: Browser, { lng, ...form }: Wish = {}): Promise<URL> {
  const reply = await browser.post(`/auth/google${lng ? `?lng=${lng}` : ""}`, { as: "consumer", ...form });
  if (!reply.location) throw new Error(`the way to Google answered ${reply.status}`);
  return new URL(reply.location);
}

/** Chooses an account on Google's page. Returns the path of the redirect back. */
export async function pickAtGoogle(google: LocalGoogle, asked: URL, person: GooglePerson): Promise<string> {
  const url = new URL(asked.pathname + asked.search, google.url);
  url.searchParams.set("picked_email", person.email);
  url.searchParams.set("picked_name", person.name);
  url.searchParams.set("picked_sub", person.sub);
  url.searchParams.set("picked_verified", person.emailVerified ? "yes" : "no");
  const answer = await fetch(url, { redirect: "manual" });
  const back = new URL(answer.headers.get("Location") ?? "");
  if (back.origin !== appUrl) throw new Error(`Google leads to ${back.href}`);
  return back.pathname + back.search;
}

/** The whole sign-in: button, choice and return. Returns the last response. */
export async function signInWithGoogle(
  browser: Browser,
  google: LocalGoogle,
  person: GooglePerson,
  wish: Wish = {},
): Promise<Reply> {
  return browser.get(await pickAtGoogle(google, await beginGoogle(browser, wish), person));
}

export const googleClient = { id: "local-id", secret: "local-secret" };

/** Settings for a local Google. */
export function googleVariables(url: string): Record<string, string> {
  const { id, secret } = googleClient;
  return { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_OAUTH_URL: url };
}
