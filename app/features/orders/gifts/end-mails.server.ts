import type { MailChoice } from "~/features/mail/outbox/mail-kinds";
import { findMailChoice, setMailChoice } from "~/features/mail/outbox/mails.queries.server";
import { readUnsubscribeToken } from "~/features/mail/outbox/unsubscribe-token.server";
import type { Services } from "~/platform/services";
import { readDeclineToken } from "./decline-token.server";
import { declineInvitations, hasDeclined } from "./declined-invitations.queries.server";

/** Mails that a link ends: a group of an account's, or the invitations to an address. */
export interface EndedMails {
  group: MailChoice | "invitations";
  hasEnded: (db: Services["db"]) => Promise<boolean>;
  end: (services: Pick<Services, "db" | "clock">) => Promise<void>;
}

/** Returns what the link of a mail ends; undefined if its signature is invalid. */
export function findEndedMails(secrets: readonly string[], token: string): EndedMails | undefined {
  const asked = readUnsubscribeToken(secrets, token);
  if (asked)
    return {
      group: asked.choice,
      hasEnded: async (db) => (await findMailChoice(db, asked)) === "none",
      end: ({ db }) => setMailChoice(db, { ...asked, value: "none" }),
    };
  const addressHash = readDeclineToken(secrets, token);
  if (!addressHash) return undefined;
  return {
    group: "invitations",
    hasEnded: (db) => hasDeclined(db, addressHash),
    end: ({ db, clock }) => declineInvitations(db, { addressHash, now: clock() }),
  };
}
