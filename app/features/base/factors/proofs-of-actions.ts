/**
 * The proof before an action that moves money, decides who signs in, or exports personal data. "recent": in the last ten
 * minutes. "own": also after the sign-in, because a passkey outlives a stolen password. "file": "recent", on its own page,
 * because a download has no form. "sitting": in the last half hour, for confirming many payouts.
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
  exportStatement: { route: "admin/statement-file", proof: "file" },
  exportCommission: { route: "admin/commission-csv", proof: "file" },
  exportLedger: { route: "admin/ledger-file", proof: "file" },
  exportMonth: { route: "admin/month-pdf", proof: "file" },
  exportYear: { route: "admin/creator-year-csv", proof: "file" },
} as const satisfies Record<string, { route: string; proof: "recent" | "own" | "file" | "sitting" }>;

type Actions = typeof proofsOfActions;

export type ProvedAction = {
  [Name in keyof Actions]: Actions[Name]["proof"] extends "file" ? never : Name;
}[keyof Actions];

export type ProvedFile = Exclude<keyof Actions, ProvedAction>;

export const proofMinutes = 10;

export const payoutSittingMinutes = 30;

export function isRecentProof(provedAt: Date, now: Date, minutes = proofMinutes): boolean {
  return now.getTime() - provedAt.getTime() <= minutes * 60_000;
}
