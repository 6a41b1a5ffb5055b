/** How the database and the payment provider can differ. */
export type DifferenceKind =
  | "unknownSale"
  | "unknownPayment"
  | "otherCheckout"
  | "otherAmount"
  /** A pending sale whose checkout the provider does not know, such as after a change of its account. */
  | "unknownCheckout"
  /** Paid here, unknown to the provider. */
  | "missingAtProvider"
  /** Requested over an hour ago and not sent. */
  | "refundNotSent"
  /** A second payment that could not be refunded automatically. */
  | "owedToBuyer"
  /** The account's balance is not the sum of its movements. */
  | "providerBalance"
  /** A sale's movements are not what the ledger has with the provider. */
  | "providerSale"
  /** The same of a movement without a sale, or of an entry that is of no sale. */
  | "providerEntry"
  | "unknownMovement"
  /** A violation found by the proof of the ledger. */
  | "ledger";
