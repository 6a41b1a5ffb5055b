/**
 * What a person must prove before an action that moves money, decides who signs in, or hands out personal data.
 * "recent": who they are, in the last ten minutes. "own": as "recent", and after the sign-in, because a passkey
 * outlives the password that a thief had once. "file": as "recent", asked for on a page of its own, because a download
 * has no form. "sitting": as "recent", within the last half hour, for what one person does sixty times in a row:
 * confirming payouts.
 */
export const proofsOfActions = {
  changeProfile: { route: "account/profile", proof: "recent" },
  endSessions: { route: "account/account", proof: "recent" },
  addPasskey: { route: "account/passkeys", proof: "own" },
  changePasskeys: { route: "account/passkeys", proof: "recent" },
  changeSecondFactor: { route: "account/second-factor", proof: "recent" },
  exportOrEraseOwnData: { route: "account/data", proof: "recent" },
  downloadOwnData: { route: "account/data-file", proof: "file" },
  giveRefundKey: { route: "account/refund-key", proof: "recent" },
  withdrawByPix: { route: "account/withdraw", proof: "recent" },

  changePayoutDetails: { route: "creator/payments", proof: "recent" },
  cancelPayoutDetails: { route: "creator/payments", proof: "recent" },
  changeHandle: { route: "creator/profile", proof: "recent" },
  deleteVideo: { route: "creator/videos", proof: "recent" },

  changeAccount: { route: "admin/account-step", proof: "recent" },
  suspendVideo: { route: "admin/video-step", proof: "recent" },
  decideRequest: { route: "admin/approvals", proof: "recent" },
  adjustBalance: { route: "admin/adjust-balance", proof: "recent" },
  changeFee: { route: "admin/creator-fee", proof: "recent" },
  changeMinimumPayout: { route: "admin/minimum-payout", proof: "recent" },
  changeReleaseRule: { route: "admin/rules/release-rule", proof: "recent" },
  changePlatformCoupon: { route: "admin/coupons", proof: "recent" },
  changeReserve: { route: "admin/rules/creator-reserve", proof: "recent" },
  settlePayout: { route: "admin/payout-batch", proof: "sitting" },
  settleNextPayout: { route: "admin/pay-payouts", proof: "sitting" },
  confirmStatement: { route: "admin/bank-statement", proof: "sitting" },
  refundSale: { route: "admin/sale", proof: "recent" },
  settleRefundByHand: { route: "admin/sale", proof: "recent" },
  returnRefund: { route: "admin/sale", proof: "recent" },
  answerDispute: { route: "admin/disputes/dispute", proof: "recent" },
  openDisputeFile: { route: "admin/disputes/dispute-file", proof: "file" },
  rebuildSale: { route: "admin/reconciliation", proof: "recent" },
  exportLists: { route: "admin/export", proof: "file" },
  exportPayments: { route: "admin/pay-csv", proof: "file" },
  exportStatement: { route: "admin/statement-csv", proof: "file" },
  exportStatementPdf: { route: "admin/statement-pdf", proof: "file" },
  exportCommission: { route: "admin/commission-csv", proof: "file" },
  exportLedger: { route: "admin/ledger-file", proof: "file" },
  exportMonth: { route: "admin/month-pdf", proof: "file" },
  exportYear: { route: "admin/creator-year-csv", proof: "file" },
} as const satisfies Record<string, { route: string; proof: "recent" | "own" | "file" | "sitting" }>;

type Actions = typeof proofsOfActions;

/** Actions of a form. */
export type ProvedAction = {
  [Name in keyof Actions]: Actions[Name]["proof"] extends "file" ? never : Name;
}[keyof Actions];

/** Actions that answer with a file. */
export type ProvedFile = Exclude<keyof Actions, ProvedAction>;

/** A proof of identity is asked for again when the last one is older than this, in minutes. */
export const proofMinutes = 10;

/** As `proofMinutes`, for confirming payouts: one proof is enough for a sitting. */
export const payoutSittingMinutes = 30;

/** Returns whether a proof still counts. */
export function isRecentProof(provedAt: Date, now: Date, minutes = proofMinutes): boolean {
  return now.getTime() - provedAt.getTime() <= minutes * 60_000;
}
