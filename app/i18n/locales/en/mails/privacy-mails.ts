export const privacyMails = {
  notYou: "Was this not you? Change your password now and end the other sessions on your account page.",
  dataReady: {
    subject: "Your data is ready to download",
    text: "The file with everything that Sabiá keeps about you is ready.",
    until: "It stays available for {{days}} days and opens only after you log in.",
    press: "Download my data",
  },
  erasureScheduled: {
    subject: "Your account will be deleted",
    text: "You asked us to delete your Sabiá account. This begins on {{date}}.",
    keep: "Until then everything keeps working, and you can change your mind at any time.",
    press: "Keep my account",
  },
  erasureRevoked: {
    subject: "Your account stays yours",
    text: "The deletion of your Sabiá account was cancelled. Nothing was deleted.",
    press: "See my account",
  },
  erasureBegun: {
    subject: "The deletion of your account has begun",
    text: "The time to change your mind is over. We are deleting your data, and this is the last e-mail you get from us.",
    waits:
      "If a payment, a refund, a dispute or a balance is still open, we keep what you need to log in and to be paid until it is settled.",
  },
} as const;
