import { createCookie } from "@remix-run/node";
import type { Services } from "~/platform/services";
import { hashToken, isToken, makeToken } from "~/platform/session/tokens.server";
import { challengeMinutes } from "./passkey-limits";

/** Names the browser that a challenge was made for: an answer that another browser sends does not count. */
function cookieOf(appUrl: string) {
  const secure = appUrl.startsWith("https:");
  return createCookie(secure ? "__Host-sabia-challenge" : "sabia-challenge", {
    httpOnly: true,
    sameSite: "strict",
    path: "/",
    secure,
    maxAge: challengeMinutes * 60,
  });
}

async function readId({ env }: Pick<Services, "env">, request: Request): Promise<string | undefined> {
  const value: unknown = await cookieOf(env.APP_URL)
    .parse(request.headers.get("Cookie"))
    .catch(() => null);
  return isToken(value) ? value : undefined;
}

/** Returns the hash by which a browser's challenges are stored; undefined for one that asked for none. */
export async function readChallengeBrowser(
  services: Pick<Services, "env">,
  request: Request,
): Promise<string | undefined> {
  const id = await readId(services, request);
  return id && hashToken(id);
}

/** As `readChallengeBrowser`, for a browser that asks for a challenge; with the Set-Cookie value that names it. */
export async function nameChallengeBrowser(
  services: Pick<Services, "env">,
  request: Request,
): Promise<{ browserHash: string; cookie: string }> {
  // Two tabs share the id, so that both can answer.
  const id = (await readId(services, request)) ?? makeToken().token;
  return { browserHash: hashToken(id), cookie: await cookieOf(services.env.APP_URL).serialize(id) };
}
