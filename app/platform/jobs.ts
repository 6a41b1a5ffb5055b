import type { Locale } from "~/i18n/locale";

/** Every background job by name, with what it is told. Only what may lie in a table: never a token or a password. */
export interface Job {
  /** Looks into a stored video and makes an MP4 of it where browsers need one. `videoUrl` is where it was when queued. */
  "convert-video": { videoId: string; videoUrl: string };
  /** Copies a YouTube video's standard image, which could not be fetched when the video was published. */
  "copy-youtube-thumbnail": { videoId: string };
  /** Removes a file that nothing names any more. */
  "remove-replaced-file": { key: string };
  /** Every five minutes: begins conversions again that were cut off. */
  "resume-conversions": Record<string, never>;
  /** Once an hour: clears away what killed processes and lost visitors left behind. */
  sweep: Record<string, never>;
  /** Every five minutes: settles payment events that are stored and were not settled. */
  "settle-events": Record<string, never>;
  /** Every minute: asks the streaming service how far it is with the videos that it prepares. */
  "check-streams": Record<string, never>;
  /** Once a day: compares with the payment provider. */
  reconcile: Record<string, never>;
  /** Asks the provider to give money back that was promised. */
  "send-refund": { refundId: string };
  /** Asks the provider how a sale was paid and what it kept, or until when it can be paid. */
  "look-up-payment": { saleId: string };
  /** Asks the provider what a dispute is about now: its amount was told differently. */
  "look-up-dispute": { disputeId: string };
  /** Tells a creator how a payout ended. */
  "send-payout-mail": { payoutId: string };
  /** Tells a buyer that what their withdrawal gives back could not be sent. */
  "send-withdrawal-mail": { refundId: string };
  /** Asks a buyer for the PIX key that a refund by hand goes to. */
  "send-refund-key-mail": { refundId: string };
  /** Sends the link that proves the mailbox of an account. */
  "send-confirmation-mail": { userId: string; locale: Locale };
  "send-recovery-mail": { email: string; locale: Locale; area: "learner" | "creator" | "admin" };
}
