import { createCookie } from "@remix-run/node";
import { z } from "zod";
import type { MessageKey } from "~/i18n/message-key";
import type { SigningSecrets } from "../env.server";

/** A message shown once on the next page. Holds catalogue keys, translated when shown. */
export interface Flash {
  tone: "success" | "error" | "info";
  title: MessageKey;
  /** The bird sings: for what happens once, such as a purchase. */
  sings?: boolean;
  description?: MessageKey;
  values?: Record<string, string>;
  /** Path of a file that the next page downloads, without script too. */
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

/** Signed, so that other sites cannot put text on our pages. Expires after five minutes. */
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
