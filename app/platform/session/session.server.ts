import { createCookie } from "@remix-run/node";
import type { SigningSecrets } from "../env.server";
import { sessionAbsoluteDays } from "./session-rules";
import { isToken } from "./tokens.server";

export interface SessionCookie {
  /** Returns the session's id; undefined without a cookie of ours. */
  read(request: Request): Promise<string | undefined>;
  /** Returns the id and the person for whom the session was begun; undefined for a cookie without a person. */
  readNamed(request: Request): Promise<{ id: string; userId: string } | undefined>;
  /** `userId`: whose session it is, which the signed cookie then names. */
  write(id: string, userId?: string): Promise<string>;
  clear(): Promise<string>;
}

/** Between the session's id and its person. */
const separator = ".";

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
  const parse = async (request: Request) => {
    const value: unknown = await cookie.parse(request.headers.get("Cookie")).catch(() => null);
    const [id, userId] = typeof value === "string" ? value.split(separator) : [];
    return isToken(id) ? { id, userId } : undefined;
  };
  return {
    read: async (request) => (await parse(request))?.id,
    readNamed: async (request) => {
      const sent = await parse(request);
      return sent?.userId ? { id: sent.id, userId: sent.userId } : undefined;
    },
    write: (id, userId) => cookie.serialize(userId ? id + separator + userId : id),
    clear: () => cookie.serialize("", { maxAge: 0 }),
  };
}
