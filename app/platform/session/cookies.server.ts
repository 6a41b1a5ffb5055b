import { randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { z } from "zod";
import type { MessageKey } from "~/i18n/message-key";
import type { SigningSecrets } from "../env.server";
import { isToken } from "../secrets.server";

export interface SessionCookie {
  read(request: Request): Promise<string | undefined>;
  readNamed(request: Request): Promise<{ id: string; userId: string } | undefined>;
  write(id: string, userId?: string): Promise<string>;
  clear(): Promise<string>;
}

const separator = ".";

interface SessionCookieOptions {
  suffix?: string;
  maxAgeSeconds?: number;
}

/** Over https the cookie is `__Host-` and Secure (RFC 6265bis 4.1.3); over http, in development, it cannot be. */
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

const deviceDays = 180;

/** Per browser; the oldest sign-in is dropped first. */
const maxAccounts = 5;

export interface KnownDevice {
  id: string;
  userIds: readonly string[];
}

/** A browser that has signed in before. It grants no access: its sign-in attempts are counted separately. */
export interface DeviceCookie {
  read(request: Request): Promise<KnownDevice | undefined>;
  remember(request: Request, userId: string): Promise<string>;
}

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

/** Shown once on the next page. */
export interface Flash {
  tone: "success" | "error" | "info";
  title: MessageKey;
  /** The bird sings: for what happens once, such as a purchase. */
  sings?: boolean;
  description?: MessageKey;
  values?: Record<string, string>;
  download?: string;
}

const flashSchema = z.object({
  tone: z.enum(["success", "error", "info"]),
  title: z.string().max(100),
  sings: z.boolean().optional(),
  description: z.string().max(100).optional(),
  values: z.record(z.string(), z.string().max(300)).optional(),
  download: z.string().max(2000).optional(),
});

export interface FlashCookie {
  read(request: Request): Promise<Flash | undefined>;
  write(flash: Flash): Promise<string>;
  clear(): Promise<string>;
}

/** Signed, so that other sites cannot put text on our pages. */
export function createFlashCookie(appUrl: string, secrets: SigningSecrets): FlashCookie {
  const secure = appUrl.startsWith("https:");
  const cookie = createCookie(secure ? "__Host-sabia-flash" : "sabia-flash", {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure,
    secrets: [...secrets],
    maxAge: 300,
  });
  return {
    read: async (request) => {
      const value: unknown = await cookie.parse(request.headers.get("Cookie")).catch(() => null);
      const parsed = flashSchema.safeParse(value);
      return parsed.success ? (parsed.data as Flash) : undefined;
    },
    write: (flash) => cookie.serialize(flash),
    clear: () => cookie.serialize("", { maxAge: 0 }),
  };
}

export const sessionAbsoluteDays = 30;

export const sessionIdleDays = 7;

/** How long the id before a proof of identity opens the session, unless the new one is used earlier. */
export const formerIdMinutes = 5;

/** Between writes of `last_seen_at`. */
export const sessionTouchMinutes = 10;
