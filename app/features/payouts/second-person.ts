/** The administrator who prepared a batch, the one who records how a payout of it ended, and `PAYOUT_TWO_PEOPLE`. */
interface PayoutPeople {
  preparedBy: string;
  recordedBy: string;
  twoPeople: boolean;
}

/**
 * Returns whether the administrator may record how a payout ended. With `PAYOUT_TWO_PEOPLE` it must be another one than
 * prepared it. This also covers failed and returned payouts: both make the amount payable again.
 */
export function mayRecordOutcome({ preparedBy, recordedBy, twoPeople }: PayoutPeople): boolean {
  return !twoPeople || preparedBy !== recordedBy;
}
