import { createCookie } from "@remix-run/node";
import type { SigningSecrets } from "../env.server";
import { sessionAbsoluteDays } from "./session-rules";
import { isToken } from "./tokens.server";

export interface SessionCookie {
  /** Returns the session's id; undefined without a cookie of ours. */
  read(request: Request): Promise<string | undefined>;
  write(id: string): Promise<string>;
  clear(): Promise<string>;
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
      // Former releases appended the person's id.
      const id = typeof value === "string" ? value.split(".")[0] : undefined;
      return isToken(id) ? id : undefined;
    },
    write: (id) => cookie.serialize(id),
    clear: () => cookie.serialize("", { maxAge: 0 }),
  };
}
