import { findFullName } from "~/features/accounts/accounts/accounts.queries.server";
import { formatDateTime } from "~/features/base/form-fields/dates";
import { listAccountingMonths } from "~/features/office/accountant/accounting-month";
import { listTaxYears } from "~/features/payouts/taxes/choosable-years";
import type { Services } from "~/platform/services";
import { listSales, maxSummed, sumSales } from "./admin-sales.queries.server";

type Question = Parameters<typeof sumSales>[1];

/** Returns a page of the sales that match the filters, the sums of all of them, and the creator of the filter. */
export async function showSales(
  { db, clock }: Pick<Services, "db" | "clock">,
  question: Question,
  { sort, after }: Pick<Parameters<typeof listSales>[1], "sort" | "after">,
) {
  const { creatorId } = question;
  const [page, sums, creator] = await Promise.all([
    listSales(db, { ...question, sort, after }),
    sumSales(db, question),
    creatorId ? findFullName(db, creatorId) : undefined,
  ]);
  return {
    sums,
    limit: maxSummed,
    years: listTaxYears(clock()),
    months: listAccountingMonths(clock()),
    creator: creatorId ? { id: creatorId, name: creator ?? creatorId } : undefined,
    next: page.next,
    sales: page.rows.map(({ created_at, margin_cents, ...sale }) => ({
      ...sale,
      date: formatDateTime(created_at),
      marginCents: margin_cents ?? undefined,
    })),
  };
}
