import { parsePixKey } from "~/features/base/form-fields/pix-key";
import { parsePayoutMethod } from "~/features/base/money/payout-method";
import { minimumPayoutCents } from "~/features/money/fees/minimum-payout";
import {
  describeOwnShare,
  describeReleaseRules,
  describeReserve,
} from "~/features/money/fees/show-fees.server";
import { releaseDays } from "~/features/money/ledger/release-rules";
import { findPaymentsPage, listChanges } from "~/features/money/payees/details.queries.server";
import { describeDetailsChanges } from "~/features/money/payees/details-changes.server";
import { showDestination } from "~/features/money/payees/masked-detail";
import { decidePayoutProblem, writeBank, writeHolder } from "~/features/money/payees/payee";
import { maskSealedTaxId } from "~/features/money/payees/stored-tax-id.server";
import { dayOf } from "~/i18n/days";
import type { Locale } from "~/i18n/languages";
import type { MessageKey } from "~/i18n/message-key";
import type { Cursor } from "~/platform/keyset";
import type { Services } from "~/platform/services";
import { findBalance } from "./balances.queries.server";
import { listOwnPayouts } from "./batches.queries.server";
import { decideNextPayout } from "./payout-days";
import { describePayout } from "./statement.server";

export type PaymentsView = Awaited<ReturnType<typeof showPayments>>;

export async function showPayments(
  services: Pick<Services, "db" | "clock" | "log" | "secretBox">,
  { userId, after, locale }: { userId: string; after: Cursor | undefined; locale: Locale },
) {
  const { db, clock } = services;
  const now = clock();
  const [row, { releases, ...balance }, payouts, changes] = await Promise.all([
    findPaymentsPage(db, userId, { now, today: dayOf(now) }),
    findBalance(db, userId, now),
    listOwnPayouts(db, { creatorId: userId, after }),
    listChanges(db, userId),
  ]);
  const minimumCents = row?.minimum_cents ?? minimumPayoutCents;
  const weekdays = row?.weekdays ?? [];
  const nextPayout = decideNextPayout(
    { ...balance, releases },
    { minimumCents, weekdays, today: dayOf(now) },
  );
  const taxId = maskSealedTaxId(services, { userId, sealed: row?.tax_id });
  return {
    nextPayout,
    minimumCents,
    /** Masked; null until it is complete. */
    destination: row && taxId && decidePayoutProblem(row) === null ? showDestination(row) : null,
    rules: describeReleaseRules(row?.release_rules ?? { days: releaseDays, nextDays: null }, locale),
    reserve: row ? describeReserve(row.reserve, locale) : undefined,
    taxId,
    method: parsePayoutMethod(row?.payment_method),
    pixKey: row?.pix_key ?? "",
    pixProblem: decidePixProblem(row),
    bankName: (row && writeBank(row)) ?? "",
    bankBranch: row?.bank_branch ?? "",
    bankAccount: row?.bank_account_number ?? "",
    bankHolderTaxId: (row && writeHolder(row)) ?? "",
    bankIncomplete: Boolean(row && !row.bank_code && row.bank_name && row.bank_account_number),
    cardLast4: row?.card_last4 ?? null,
    cardHolderName: row?.card_holder_name ?? "",
    balance,
    releases,
    payouts: payouts.rows.map((payout) => describePayout(payout, locale)),
    next: payouts.next,
    details: describeDetailsChanges({ saved: row, changes }, { now, locale }),
    share: row && describeOwnShare(row.fees, locale),
  };
}

/** A stored key may be older than the validation; a password recovery removes it. */
function decidePixProblem(row: Awaited<ReturnType<typeof findPaymentsPage>>): MessageKey | null {
  const pix = parsePixKey(row?.pix_key ?? "");
  if (pix.ok) return null;
  if (row?.pix_key) return pix.error;
  return parsePayoutMethod(row?.payment_method) === "pix" ? "creator.pixMissing" : null;
}
