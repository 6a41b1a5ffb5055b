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
  /** The account holds something else than its movements add up to. */
  | "providerBalance"
  /** The provider's movements of a sale do not add up to what the ledger has with it. */
  | "providerSale"
  /** A movement of the account of a type that is new to us. */
  | "unknownMovement"
  /** A violation found by the proof of the ledger. */
  | "ledger";
