import { expect } from "vitest";
import { sumPostings } from "~/features/money/ledger/ledger.queries.server";
import { decideReleases } from "~/features/money/ledger/release-rules";
import { decideSalePosition } from "~/features/money/ledger/sale-postings";
import { decideSaleStatus } from "~/features/money/ledger/sale-status";
import { loadMoney } from "~/features/orders/settlement/resettle.server";
import type { LockedSale } from "~/features/orders/settlement/settlement.queries.server";
import type { Db } from "~/platform/db.server";

/** Expects that the status and the ledger of a paid sale are those that follow from all facts of its payment. */
export async function expectSettled(db: Db, sale: LockedSale & { paid_at: Date }): Promise<void> {
  const money = await loadMoney(db, sale);
  expect(sale.status).toBe(decideSaleStatus(money, "processing"));
  const byAccount = (a: { account: string }, b: { account: string }) => (a.account < b.account ? -1 : 1);
  const standing = (await sumPostings(db, "sale_id", sale.id))
    .filter(({ cents }) => cents !== 0)
    .sort(byAccount);
  const releases = decideReleases(sale.paid_at, sale.payment_method);
  expect(standing).toEqual(decideSalePosition(money, releases).sort(byAccount));
}
