import { randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import type { SigningSecrets } from "../env.server";

/** Lifetime of the cookie after the last sign-in, in days. */
const deviceDays = 180;

/** Maximum number of accounts per browser; the oldest sign-in is dropped first. */
const maxAccounts = 5;

export interface KnownDevice {
  id: string;
  userIds: readonly string[];
}

/**
 * Recognises a browser that has signed in before. It grants no access: it only counts its sign-in attempts
 * separately.
 */
export interface DeviceCookie {
  read(request: Request): Promise<KnownDevice | undefined>;
  remember(request: Request, userId: string): Promise<string>;
}

/** `appUrl`: over https the cookie is `__Host-` and Secure. `secrets` sign it. */
export function createDeviceCookie(appUrl: string, secrets: SigningSecrets): DeviceCookie {
  const secure = appUrl.startsWith("https:");
  const cookie = createCookie(secure ? "__Host-sabia-device" : "sabia-device", {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure,
    secrets: [...secrets],
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
      const value = [id, userId, ...others].slice(0, 1 + maxAccounts).join(" ");
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
