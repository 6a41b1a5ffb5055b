import { labelPayoutMethod, type PayoutMethodStored } from "~/features/base/money/payout-method";
import { maskDetail } from "~/features/money/payees/masked-detail";
import { type PayeeProblem, writeAccount, writeBank, writeHolder } from "~/features/money/payees/payee";
import { formatDateTime } from "~/i18n/dates";

const format = new Intl.DateTimeFormat("pt-BR", { timeZone: "America/Sao_Paulo" });

/** Such as "21/11/2026", in São Paulo time. */
export function formatRegistered(date: Date): string {
  return format.format(date);
}

export interface ListedConsumer {
  id: string;
  name: string;
  email: string;
  registered: string;
  suspended: boolean;
}

export interface ListedCreator extends ListedConsumer {
  country: string;
  method: string;
  pixKey: string | null;
  bankName: string | null;
  bankAccount: string | null;
  bankHolder: string | null;
  cardLast4: string | null;
  /** Key, account and holder are unmasked. */
  opened: boolean;
  payoutProblem: PayeeProblem | null;
  /** Start of held details. */
  heldUntil: string | null;
}

interface ConsumerRow {
  user_id: string;
  full_name: string;
  email: string;
  created_at: Date;
}

interface CreatorRow extends ConsumerRow {
  country: string;
  payment_method: PayoutMethodStored;
  pix_key: string | null;
  bank_name: string | null;
  bank_account_number: string | null;
  bank_code: string | null;
  bank_branch: string | null;
  bank_holder_tax_id: string | null;
  card_last4: string | null;
  card_holder_name: string | null;
}

/** Dates are formatted on the server, so that both sides agree. */
export function showConsumer(row: ConsumerRow, suspended: boolean): ListedConsumer {
  return {
    id: row.user_id,
    name: row.full_name,
    email: row.email,
    registered: formatRegistered(row.created_at),
    suspended,
  };
}

export function showCreator(
  row: CreatorRow,
  {
    suspended,
    payoutProblem,
    heldUntil,
    opened,
  }: Pick<ListedCreator, "suspended" | "payoutProblem" | "opened"> & { heldUntil: Date | undefined },
): ListedCreator {
  const shown = (detail: string | null) => (detail ? (opened ? detail : maskDetail(detail)) : null);
  return {
    ...showConsumer(row, suspended),
    country: row.country,
    method: labelPayoutMethod(row.payment_method),
    pixKey: shown(row.pix_key),
    bankName: writeBank(row) || null,
    bankAccount: shown(writeAccount(row)),
    bankHolder: shown(writeHolder(row)),
    cardLast4: row.card_last4 || null,
    opened,
    payoutProblem,
    heldUntil: heldUntil ? formatDateTime(heldUntil) : null,
  };
}
