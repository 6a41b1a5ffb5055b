import { emailField } from "~/features/accounts/accounts/account-forms";
import { postMail } from "~/features/base/mail/post-mail.server";
import type { Locale } from "~/i18n/languages";
import type { MessageKey } from "~/i18n/message-key";
import type { Services } from "~/platform/services";
import { lockGift, readdressGift } from "./gifts.queries.server";
import { maxGiftChanges, mayTakeBack } from "./taking-rules";

export type ChangedGift =
  | { ok: true; done: "revoked" | "sent" }
  | { ok: false; error: "notFound" | "taken" }
  | { ok: false; email: MessageKey };

/**
 * Ends the link of a gift that nobody took (`intent` revoke), or sends another link to another address, where
 * `mayTakeBack` allows it. The money comes back by withdrawing from the purchase.
 */
export async function changeGift(
  { db }: Pick<Services, "db">,
  { consumerId, saleId, locale }: { consumerId: string; saleId: string; locale: Locale },
  fields: Record<string, string>,
): Promise<ChangedGift> {
  const revokes = fields.intent === "revoke";
  const parsed = emailField.safeParse(fields.email ?? "");
  if (!revokes && !parsed.success)
    return { ok: false, email: (parsed.error.issues[0]?.message ?? "common.required") as MessageKey };
  const email = revokes ? null : (parsed.data ?? null);
  return db.transaction().execute(async (trx) => {
    const gift = await lockGift(trx, saleId);
    if (!gift) return { ok: false, error: "notFound" } as const;
    const allowed = mayTakeBack(gift, consumerId);
    if (!allowed.ok) return allowed;
    if (gift.link_version >= maxGiftChanges && email !== null)
      return { ok: false, email: "gifts.tooManyChanges" } as const;
    await readdressGift(trx, { saleId, email });
    if (email === null) return { ok: true, done: "revoked" } as const;
    const version = gift.link_version + 1;
    await postMail(trx, {
      kind: "gift",
      key: `gift:${saleId}:${version}`,
      to: { email, locale },
      saleId,
      facts: { version },
    });
    return { ok: true, done: "sent" } as const;
  });
}
