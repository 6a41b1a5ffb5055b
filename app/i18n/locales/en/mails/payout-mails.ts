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
  notYouText: "Change your password now. Then sign in and check where you are paid.",
  password: "Change my password",
  changed: {
    subject: "Your payout details changed",
    held: "A change of where you are paid at Sabiá was requested. For security, the new details only apply from {{date}}. Until then, payouts go to the details from before, and you can cancel the change.",
    inForce: "Where you are paid at Sabiá changed. The new details apply since {{date}}.",
  },
  cancelled: {
    subject: "The change of your payout details was cancelled",
    text: "The change to {{to}} was cancelled. Nothing was paid to these details.",
  },
} as const;
