import { createHash, randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import type { SigningSecrets } from "../env.server";
import { sessionAbsoluteDays } from "./session-rules";

export interface SessionCookie {
  read(request: Request): Promise<string | undefined>;
  write(id: string): Promise<string>;
  clear(): Promise<string>;
}

/** The database stores only the hash, so that a leaked table grants no access. */
export function makeSessionId(): { id: string; idHash: string } {
  const id = randomBytes(32).toString("base64url");
  return { id, idHash: hashSessionId(id) };
}

export function hashSessionId(id: string): string {
  return createHash("sha256").update(id).digest("hex");
}

export interface SessionCookieOptions {
  /** Appended to the cookie's name. */
  suffix?: string;
  maxAgeSeconds?: number;
}

/**
 * `appUrl`: over https the cookie is `__Host-` and Secure (RFC 6265bis 4.1.3); over http, in development, it cannot
 * be.
 */
export function createSessionCookie(
  appUrl: string,
  secrets: SigningSecrets,
  { suffix = "", maxAgeSeconds = sessionAbsoluteDays * 24 * 60 * 60 }: SessionCookieOptions = {},
): SessionCookie {
  const secure = appUrl.startsWith("https:");
  const cookie = createCookie(`${secure ? "__Host-" : ""}sabia${suffix}`, {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure,
    secrets: [...secrets],
    maxAge: maxAgeSeconds,
  });
  return {
    read: async (request) => {
      const value: unknown = await cookie.parse(request.headers.get("Cookie")).catch(() => null);
      return typeof value === "string" && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined;
    },
    write: (id) => cookie.serialize(id),
    clear: () => cookie.serialize("", { maxAge: 0 }),
  };
}
