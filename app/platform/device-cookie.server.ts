import { randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";

/** How long a browser stays known after its last sign-in, in days. */
const deviceDays = 180;

/** The most accounts that one browser is known for; the one signed in longest ago is forgotten. */
const mostAccounts = 5;

/** A browser that signed in before, and for which accounts. */
export interface KnownDevice {
  /** 128 random bits, base64url. */
  id: string;
  userIds: readonly string[];
}

/** The cookie by which a browser is known again. It opens nothing: it only separates its tries from those of others. */
export interface DeviceCookie {
  /** Returns undefined for no cookie, and for one that was altered. */
  read(request: Request): Promise<KnownDevice | undefined>;
  /** Returns the Set-Cookie value that makes the browser known for one more account. */
  remember(request: Request, userId: string): Promise<string>;
}

/** `appUrl`: over https the cookie is `__Host-` and Secure. `secret` signs it. */
export function createDeviceCookie(appUrl: string, secret: string): DeviceCookie {
  const secure = appUrl.startsWith("https:");
  const cookie = createCookie(secure ? "__Host-sabia-device" : "sabia-device", {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure,
    secrets: [secret],
    maxAge: deviceDays * 24 * 60 * 60,
  });
  const read = async (request: Request) =>
    parseDevice(await cookie.parse(request.headers.get("Cookie")).catch(() => null));
  return {
    read,
    remember: async (request, userId) => {
      const device = await read(request);
      const id = device?.id ?? randomBytes(16).toString("base64url");
      const others = (device?.userIds ?? []).filter((other) => other !== userId);
      const value = [id, userId, ...others].slice(0, 1 + mostAccounts).join(" ");
      return cookie.serialize(value);
    },
  };
}

function parseDevice(value: unknown): KnownDevice | undefined {
  if (typeof value !== "string") return undefined;
  const [id = "", ...userIds] = value.split(" ");
  const isDevice = /^[A-Za-z0-9_-]{22}$/.test(id) && userIds.every((each) => /^[0-9a-f-]{36}$/.test(each));
  return isDevice ? { id, userIds } : undefined;
}
