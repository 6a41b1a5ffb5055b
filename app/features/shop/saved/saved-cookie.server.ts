import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { type Env, listSigningSecrets } from "~/platform/env.server";
import { maxSavedInBrowser, savedCookieSeconds } from "./saved-limits";

const ids = z.array(z.uuid()).max(maxSavedInBrowser);

function cookieOf(env: Env) {
  const secure = env.APP_URL.startsWith("https:");
  return createCookie(secure ? "__Host-sabia-saved" : "sabia-saved", {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure,
    secrets: [...listSigningSecrets(env)],
  });
}

/** Returns the ids of the videos that a browser saved, the newest first; none if the cookie is missing or altered. */
export async function readSavedIds(env: Env, request: Request): Promise<string[]> {
  const header = request.headers.get("Cookie");
  if (!header?.includes("sabia-saved=")) return [];
  const parsed = ids.safeParse(
    await cookieOf(env)
      .parse(header)
      .catch(() => null),
  );
  return parsed.success ? parsed.data : [];
}

/** Returns the Set-Cookie value that stores the ids; without any, the one that deletes the cookie. */
export function writeSavedIds(env: Env, saved: readonly string[]): Promise<string> {
  return cookieOf(env).serialize(saved.slice(0, maxSavedInBrowser), {
    maxAge: saved.length > 0 ? savedCookieSeconds : 0,
  });
}
