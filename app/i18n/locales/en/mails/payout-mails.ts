export const payoutMails = {
  label: "Security",
  from: "Before",
  to: "After",
  changedAt: "Requested on",
  applies: "Applies from",
  staysAt: "You are paid at",
  cancelledAt: "Cancelled on",
  press: "See payment settings",
  notYou: "Not you?",
  notYouText: "Change your password now. Then log in and check where you are paid.",
  password: "Change my password",
  changed: {
    subject: "Your payout details changed",
    heldSubject: "A request to change your payout details",
    held: "We received a request to change your payout details at Sabiá. For security, the new details apply only from {{date}}. Until then, payouts go to the previous details, and you can cancel the change.",
    inForce: "Your payout details at Sabiá have changed. The new details apply since {{date}}.",
  },
  cancelled: {
    subject: "The change of your payout details was cancelled",
    text: "The change to {{to}} was cancelled. Nothing was paid to these details.",
  },
} as const;
