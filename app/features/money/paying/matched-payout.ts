/** A payout that a statement may confirm: unpaid, or paid in the last months. */
export interface MatchedPayout {
  id: string;
  cents: number;
  name: string;
  /** The Pix key in the directory's format; null for another method. */
  pixKey: string | null;
  txid: string;
  /** "2026-11-23": no line before it is this payout's. */
  preparedDay: string;
  status: "prepared" | "paid" | "returned";
  bankReference: string | null;
}
