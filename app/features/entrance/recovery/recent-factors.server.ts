import { endFactorChanges } from "~/features/base/account-changes/account-changes.queries.server";
import { postOwnerMail } from "~/features/base/account-changes/account-mails.server";
import { deletePasskey } from "~/features/base/factors/passkeys.queries.server";
import { deleteSecondFactor, findSecondFactor } from "~/features/base/factors/second-factor.queries.server";
import { findPayoutSettings } from "~/features/money/payees/details.queries.server";
import { restoreDetails } from "~/features/money/payees/details-changes.server";
import { maskDetails } from "~/features/money/payees/masked-detail";
import { formatDateTime } from "~/i18n/dates";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { Client } from "~/platform/session/actor.server";
import { findRecentFactors } from "./password-recovery.queries.server";
import { keepField, recentSince } from "./recovery-rules";

/** Removed by a new password unless kept. `key`: for `keepField`. */
type RecentFactor = { key: string; at: Date } & (
  | { kind: "passkey"; name: string }
  | { kind: "secondFactor" }
  /** Held payout details: `to` is masked. */
  | { kind: "payoutDetails"; to: string }
);

/** Lists recent factors and held payout details: somebody who knew the former password may have added them. */
async function listRecentFactors(db: Db, userId: string, now: Date): Promise<RecentFactor[]> {
  const since = recentSince(now);
  const factors: RecentFactor[] = [];
  for (const { kind, id, name, at } of await findRecentFactors(db, { userId, since, now })) {
    if (kind === "passkey") factors.push({ key: `passkey ${id}`, kind, name: name ?? "", at });
    else if (kind === "secondFactor") factors.push({ key: kind, kind, at });
    else {
      const saved = await findPayoutSettings(db, userId);
      const to = (saved && maskDetails(saved)) || "–";
      factors.push({ key: kind, kind, to, at });
    }
  }
  return factors;
}

export async function showRecentFactors(
  db: Db,
  { userId, now, locale }: { userId: string; now: Date; locale: Locale },
) {
  const factors = await listRecentFactors(db, userId, now);
  return factors.map(({ at, ...factor }) => ({ ...factor, date: formatDateTime(at, locale) }));
}

export type FactorView = Awaited<ReturnType<typeof showRecentFactors>>[number];

export function keptIn(fields: Record<string, string>): (key: string) => boolean {
  return (key) => fields[keepField(key)] === "on";
}

interface Removal {
  userId: string;
  email: string;
  keeps?: ((key: string) => boolean) | undefined;
  client?: Client | undefined;
  now: Date;
}

const nowhere: Client = { address: null, browser: null };

/**
 * Removes recent factors that are not kept, and informs the owner. An unconfirmed second factor is removed, too: its
 * secret is known to the person who began it. Returns whether anything was removed.
 */
export async function removeRecentFactors(
  trx: Db,
  { userId, email, keeps = () => false, client = nowhere, now }: Removal,
): Promise<boolean> {
  const removed = (await listRecentFactors(trx, userId, now)).filter(({ key }) => !keeps(key));
  const passkeyIds: string[] = [];
  for (const factor of removed) {
    if (factor.kind === "passkey") {
      const id = factor.key.slice("passkey ".length);
      passkeyIds.push(id);
      await deletePasskey(trx, { id, userId });
      const key = `passkeyRemoved:${userId}:${now.getTime()}:${passkeyIds.length}`;
      await postOwnerMail(trx, { kind: "passkeyRemoved", key, userId, facts: { name: factor.name }, now });
    }
    if (factor.kind === "payoutDetails")
      await restoreDetails(trx, { ...client, userId, email, at: now }, now);
  }
  const secondFactor = removed.some(({ kind }) => kind === "secondFactor");
  const pending = (await findSecondFactor(trx, userId))?.confirmed_at === null;
  if (secondFactor || pending) await deleteSecondFactor(trx, userId);
  if (secondFactor) {
    const key = `secondFactorOff:${userId}:${now.getTime()}`;
    await postOwnerMail(trx, { kind: "secondFactorOff", key, userId, now });
  }
  await endFactorChanges(trx, { userId, passkeyIds, secondFactor, now });
  return removed.length > 0;
}
