import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { type MailChoice, mailChoices } from "./mail-kinds";

/** Ends the mails of one group for one account. It never expires: a mail may be opened years later. */
export interface Unsubscription {
  userId: string;
  choice: MailChoice;
}

function sign(secret: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "unsubscribe", 32));
  return createHmac("sha256", key).update(text).digest();
}

export function makeUnsubscribeToken(secret: string, { userId, choice }: Unsubscription): string {
  const text = `${userId}.${choice}`;
  return `${text}.${sign(secret, text).toString("base64url")}`;
}

/** Returns the subscription that a token ends; undefined if its signature is invalid. */
export function readUnsubscribeToken(secrets: readonly string[], token: string): Unsubscription | undefined {
  const [, text = "", userId = "", choice, signature = ""] =
    /^(([0-9a-f-]{36})\.([a-z]+))\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  const found = mailChoices.find((known) => known === choice);
  if (!found) return undefined;
  const given = Buffer.from(signature, "base64url");
  if (!secrets.some((secret) => timingSafeEqual(sign(secret, text), given))) return undefined;
  return { userId, choice: found };
}
