import { hourMs } from "~/features/base/money/days";
import type { MovementCategory } from "~/integrations/payments/payments";

/**
 * How the database and the payment provider can differ. Each kind is decided in this file, by a query named here, or by
 * `event-errors.ts`, which settles what the provider reports.
 */
export type DifferenceKind =
  /** A reported payment without a sale: `event-errors.ts`, and not `isOfAnotherShop`. */
  | "unknownSale"
  | "unknownPayment"
  /** A reported payment that is not as its sale: `event-errors.ts`. */
  | "otherCheckout"
  | "otherAmount"
  /**
   * A pending sale whose checkout the provider does not know, such as after a change of its account:
   * `listUndecidedCheckouts`, each requested by id.
   */
  | "unknownCheckout"
  /** Paid here before `settledBefore`, unknown to the provider: `listUnseenSales`, each requested by id. */
  | "missingAtProvider"
  /** Requested before `settledBefore` and not sent: `listUnsentRefunds`. */
  | "refundNotSent"
  /** A second payment that could not be refunded automatically: `listOwedToBuyers`. */
  | "owedToBuyer"
  /** The account's balance is not the sum of its movements: `isBalanceOff`. */
  | "providerBalance"
  /** A sale's movements are not what the ledger has with the provider: `listAllOff`, `listSalesOff`. */
  | "providerSale"
  /** The same of a movement without a sale, or of an entry that is of no sale: `listAllOff`. */
  | "providerEntry"
  /** A movement of a category that the ledger does not know: `isUnknownMovement`. */
  | "unknownMovement"
  /** What could not be settled or compared, with the reason: `attempts.server.ts`. */
  | "notSettled"
  /** A violation found by the proof of the ledger: `ledger-proof.queries.server.ts`. */
  | "ledger";

/** Returns the moment before which a payment must be in the provider's lists, a refund sent and a movement posted. */
export function settledBefore(now: Date): Date {
  return new Date(now.getTime() - hourMs);
}

/**
 * Returns whether an unsettled fact is of another shop on the same account, and so no difference: a refund or dispute
 * of a payment that no sale has.
 */
export function isOfAnotherShop(error: string, { isKnownSale }: { isKnownSale: boolean }): boolean {
  return error === "unknownPayment" && !isKnownSale;
}

/** Returns whether the provider's balance is not the sum of its movements, both in cents. */
export function isBalanceOff(account: { providerCents: number; movementsCents: number }): boolean {
  return account.providerCents !== account.movementsCents;
}

/** Returns whether the ledger's balance with the provider is not the sum of the movements, both in cents. */
export function isLedgerOff(account: { ledgerCents: number; movementsCents: number }): boolean {
  return account.ledgerCents !== account.movementsCents;
}

/** Returns the kind of a difference between movements and ledger, of a sale or of an entry without one. */
export function kindOfEntry(saleId: string | null): "providerSale" | "providerEntry" {
  return saleId ? "providerSale" : "providerEntry";
}

export function isUnknownMovement({ category }: { category: MovementCategory }): boolean {
  return category === "other";
}
