import { emailField } from "~/features/base/accounts/account-forms";
import { postMail } from "~/features/base/mail/post-mail.server";
import { dayMs } from "~/i18n/days";
import type { FormProblem } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import type { Services } from "~/platform/services";
import { allInvitationsADay, guestsPerProduct, invitationsADay } from "./gift-rules";
import {
  countInvitations,
  findInvitingProduct,
  insertInvitations,
  lockInviter,
  revokeInvitation,
} from "./invitations.queries.server";

type GuestsChange =
  | { ok: true; done: "invited" | "revoked" }
  | { ok: false; problem: FormProblem }
  | { ok: false; error: "notFound" };

type Refusal = `guests.${
  | "needed"
  | "invalid"
  | "tooMany"
  | "tooManyToday"
  | "fullToday"
  | "revokedBefore"
  | "suspended"
  | "unconfirmed"}`;

/** Invites addresses to a creator's product, or revokes an invitation (`fields.intent`). */
export async function changeGuests(
  { db, clock }: Pick<Services, "db" | "clock">,
  target: { creatorId: string; productId: string },
  fields: Record<string, string>,
): Promise<GuestsChange> {
  const now = clock();
  if (fields.intent === "revoke") {
    const id = parseId(fields.id);
    const revoked = id !== undefined && (await revokeInvitation(db, { ...target, id, now }));
    return revoked ? { ok: true, done: "revoked" } : { ok: false, error: "notFound" };
  }
  const typed = fields.emails ?? "";
  const { emails, invalid } = parseGuestEmails(typed);
  const refuse = (key: Refusal, gaps?: Record<string, string>) =>
    ({ ok: false, problem: { values: { emails: typed }, errors: { emails: key }, gaps } }) as const;
  if (invalid !== undefined) return refuse("guests.invalid", { email: invalid });
  if (emails.length === 0) return refuse("guests.needed");
  if (emails.length > guestsPerProduct) return refuse("guests.tooMany");
  return db.transaction().execute(async (trx) => {
    const product = await findInvitingProduct(trx, target);
    if (!product) return { ok: false, error: "notFound" } as const;
    if (product.is_closed) return refuse("guests.suspended");
    if (!(await lockInviter(trx, target.creatorId)).confirmed) return refuse("guests.unconfirmed");
    const since = new Date(now.getTime() - dayMs);
    const counted = await countInvitations(trx, { ...target, since, most: allInvitationsADay });
    if (counted.all + emails.length > allInvitationsADay) return refuse("guests.fullToday");
    if (counted.sent + emails.length > invitationsADay) return refuse("guests.tooManyToday");
    if (counted.guests + emails.length > guestsPerProduct) return refuse("guests.tooMany");
    const added = await insertInvitations(trx, { productId: target.productId, emails, now });
    if ("revoked" in added) return refuse("guests.revokedBefore", { email: added.revoked });
    for (const { id, email } of added) {
      await postMail(trx, {
        kind: "guest",
        key: `guest:${id}`,
        to: { email: email ?? "", locale: "pt" },
        facts: { invitationId: id },
      });
    }
    return { ok: true, done: "invited" } as const;
  });
}

/** In characters. */
const guestListLength = 13_000;

/** Reads a list of e-mail addresses without repeats. `invalid`: the first part that is no address. */
export function parseGuestEmails(typed: string): { emails: string[]; invalid: string | undefined } {
  const parts = typed
    .slice(0, guestListLength)
    .split(/[\s,;]+/)
    .filter((part) => part !== "");
  const emails = new Map<string, string>();
  for (const part of parts) {
    const parsed = emailField.safeParse(part);
    if (!parsed.success) return { emails: [], invalid: part.slice(0, 80) };
    if (!emails.has(parsed.data.toLowerCase())) emails.set(parsed.data.toLowerCase(), parsed.data);
  }
  return { emails: [...emails.values()], invalid: undefined };
}
