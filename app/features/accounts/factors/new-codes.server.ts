import { createCookie } from "@remix-run/node";
import type { Services } from "~/platform/services";
import { newCodesSeconds } from "./second-factor-times";

const purpose = "shown recovery codes";

type Needs = Pick<Services, "env" | "secretBox">;

function cookieOf(appUrl: string) {
  const secure = appUrl.startsWith("https:");
  return createCookie(secure ? "__Host-sabia-codes" : "sabia-codes", {
    httpOnly: true,
    sameSite: "strict",
    path: "/",
    secure,
    maxAge: newCodesSeconds,
  });
}

/**
 * Returns the Set-Cookie value that lets this browser show new recovery codes to their owner for ten minutes. It is
 * encrypted: the server stores their digests alone.
 */
export function storeNewCodes({ env, secretBox }: Needs, userId: string, codes: readonly string[]) {
  const value = secretBox.seal(codes.join(" "), `${purpose} ${userId}`).toString("base64url");
  return cookieOf(env.APP_URL).serialize(value);
}

/** Returns the codes to show to this person; undefined without any. */
export async function readNewCodes(
  { env, secretBox }: Needs,
  request: Request,
  userId: string,
): Promise<string[] | undefined> {
  const value: unknown = await cookieOf(env.APP_URL)
    .parse(request.headers.get("Cookie"))
    .catch(() => null);
  if (typeof value !== "string") return undefined;
  try {
    return secretBox.open(Buffer.from(value, "base64url"), `${purpose} ${userId}`).split(" ");
  } catch {
    // Another person's, or an altered one.
    return undefined;
  }
}

export function forgetShownCodes({ env }: Pick<Services, "env">): Promise<string> {
  return cookieOf(env.APP_URL).serialize("", { maxAge: 0 });
}
