import { parseId } from "~/features/base/form-fields/record-id";
import type { MailWriter } from "~/features/mail/outbox/mail-writer";
import { productFact } from "~/features/videos/courses/product-fact";
import { coverInMail } from "~/features/videos/thumbnails/cover-in-mail";
import { makeAccessPath } from "./access-link.server";
import { makeDeclineToken } from "./decline-token.server";
import { findInvitation } from "./invitations.queries.server";

/**
 * The mail that invites a creator's guest. Skipped once the invitation was taken or revoked, and for an address that
 * wants no invitations. Its link ends those of all creators, also for people without an account.
 */
export const writeGuestMail: MailWriter = async (
  { facts },
  { db, texts: { text, locale }, appUrl, urlOf, secret },
) => {
  const id = parseId(String(facts.invitationId));
  const found = id && (await findInvitation(db, id));
  if (!found || found.taken_by !== null || found.revoked_at !== null || found.is_closed) return undefined;
  const { title, creator_name, address_hash: hash } = found;
  if (found.is_declined || !hash) return undefined;
  const name = creator_name ?? "";
  return {
    locale,
    subject: text("giftMails.guest.subject", { name, title }),
    preheader: text("giftMails.guest.preheader"),
    picture: coverInMail(found, appUrl),
    title: text("giftMails.guest.title", { name }),
    paragraphs: [text("giftMails.guest.text", { title }), text("giftMails.guest.once")],
    button: {
      label: text("giftMails.guest.press"),
      href: urlOf(makeAccessPath(secret, { kind: "guest", id: found.id, version: 0 })),
    },
    facts: [
      productFact(found, text),
      { label: text("giftMails.free.price"), value: text("giftMails.free.none") },
    ],
    unsubscribe: {
      label: text("giftMails.guest.stop"),
      href: urlOf(`/unsubscribe?${new URLSearchParams({ token: makeDeclineToken(secret, hash) })}`),
    },
  };
};
