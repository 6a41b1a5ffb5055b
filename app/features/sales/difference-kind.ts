/** How what we have and what the payment provider has may differ. */
export type DifferenceKind =
  | "unknownSale"
  | "unknownPayment"
  | "otherCheckout"
  | "otherAmount"
  /** Still open here, and the provider does not know its checkout: such as after a change of its account. */
  | "unknownCheckout"
  /** We say it was paid, the provider does not know it. */
  | "missingAtProvider"
  /** Promised to a buyer, and not on its way for over an hour. */
  | "refundNotSent"
  /** Paid twice, and the second payment could not go back by itself. */
  | "owedToBuyer"
  /** A violation found by the proof of the ledger. */
  | "ledger";
