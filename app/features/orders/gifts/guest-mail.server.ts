import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { MailChoice } from "~/features/base/mail/mail-kinds";
import type { MailWriter } from "~/features/base/mail/mail-parts";
import { findMailChoice, findSenderName, setMailChoice } from "~/features/base/mail/mails.queries.server";
import { readUnsubscribeToken } from "~/features/base/mail/send-mail.server";
import { productFact } from "~/features/videos/courses/describe-courses.server";
import { coverInMail } from "~/features/videos/pictures/picture-paths";
import { parseId } from "~/platform/forms/record-id";
import type { Services } from "~/platform/services";
import { findGift } from "./gifts.queries.server";
import { declineInvitations, findInvitation, hasDeclined } from "./invitations.queries.server";
import { makeAccessPath } from "./take-access.server";

/** The mail with a gift's link. Skipped once the gift was taken, sent to somebody else, or its payment undone. */
export const writeGiftMail: MailWriter = async (
  { saleId, facts },
  { db, texts: { text, locale }, appUrl, urlOf, secret },
) => {
  const gift = saleId ? await findGift(db, saleId) : undefined;
  if (gift?.status !== "completed" || gift.taken_by !== null || gift.link_version !== facts.version)
    return undefined;
  const { title, message } = gift;
  const name = gift.giver_name ?? "";
  return {
    locale,
    subject: text("giftMails.gift.subject", { name, title }),
    preheader: text("giftMails.gift.preheader"),
    picture: coverInMail(gift, appUrl),
    title: text("giftMails.gift.title", { name }),
    paragraphs: [
      ...(message ? `“${message}”`.split(/\n+/) : []),
      text("giftMails.gift.text", { title }),
      text("giftMails.gift.once"),
    ],
    button: {
      label: text("giftMails.gift.press"),
      href: urlOf(makeAccessPath(secret, { kind: "gift", id: gift.id, version: gift.link_version })),
    },
    facts: [productFact(gift, text)],
  };
};

/**
 * Skipped once the invitation was taken or revoked, and for an address that wants no invitations. Its link ends those of
 * all creators, also for people without an account.
 */
export const writeGuestMail: MailWriter = async (
  { facts },
  { db, texts: { text, locale }, appUrl, urlOf, secret },
) => {
  const id = parseId(String(facts.invitationId));
  const invitation = id && (await findInvitation(db, id));
  if (!invitation || invitation.taken_by !== null || invitation.revoked_at !== null || invitation.is_closed)
    return undefined;
  const { title, creator_name, address_hash: hash } = invitation;
  if (invitation.is_declined || !hash) return undefined;
  const name = creator_name ?? "";
  return {
    locale,
    subject: text("giftMails.guest.subject", { name, title }),
    preheader: text("giftMails.guest.preheader"),
    picture: coverInMail(invitation, appUrl),
    title: text("giftMails.guest.title", { name }),
    paragraphs: [text("giftMails.guest.text", { title }), text("giftMails.guest.once")],
    button: {
      label: text("giftMails.guest.press"),
      href: urlOf(makeAccessPath(secret, { kind: "guest", id: invitation.id, version: 0 })),
    },
    facts: [
      productFact(invitation, text),
      { label: text("giftMails.free.price"), value: text("giftMails.free.none") },
    ],
    unsubscribe: {
      label: text("giftMails.guest.stop"),
      href: urlOf(`/unsubscribe?${new URLSearchParams({ token: makeDeclineToken(secret, hash) })}`),
    },
  };
};

function sign(secret: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "decline invitations", 32));
  return createHmac("sha256", key).update(text).digest();
}

/** Holds the address's hash, so that it works once the invitation is forgotten. It never expires. */
export function makeDeclineToken(secret: string, addressHash: Buffer): string {
  const text = `guest.${addressHash.toString("base64url")}`;
  return `${text}.${sign(secret, text).toString("base64url")}`;
}

/** Undefined if the signature is invalid. */
export function readDeclineToken(secrets: readonly string[], token: string): Buffer | undefined {
  const [, text = "", hash = "", signature = ""] =
    /^(guest\.([A-Za-z0-9_-]{43}))\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (!text) return undefined;
  const given = Buffer.from(signature, "base64url");
  if (!secrets.some((secret) => timingSafeEqual(sign(secret, text), given))) return undefined;
  return Buffer.from(hash, "base64url");
}

interface EndedMails {
  group: MailChoice | "invitations" | "sender";
  /** Of a sender. */
  findName?: (db: Services["db"]) => Promise<string | undefined>;
  hasEnded: (db: Services["db"]) => Promise<boolean>;
  end: (services: Pick<Services, "db" | "clock">) => Promise<void>;
}

/** Returns the mails that an unsubscribe link ends; undefined if its signature is invalid. */
export function findEndedMails(secrets: readonly string[], token: string): EndedMails | undefined {
  const subscription = readUnsubscribeToken(secrets, token);
  if (subscription) {
    const { choice } = subscription;
    const isOfSender = choice.startsWith("by:");
    return {
      group: isOfSender ? "sender" : (choice as MailChoice),
      ...(isOfSender && { findName: (db) => findSenderName(db, choice.slice(3)) }),
      hasEnded: async (db) => (await findMailChoice(db, subscription)) === "none",
      end: ({ db }) => setMailChoice(db, { ...subscription, value: "none" }),
    };
  }
  const addressHash = readDeclineToken(secrets, token);
  if (!addressHash) return undefined;
  return {
    group: "invitations",
    hasEnded: (db) => hasDeclined(db, addressHash),
    end: ({ db, clock }) => declineInvitations(db, { addressHash, now: clock() }),
  };
}
