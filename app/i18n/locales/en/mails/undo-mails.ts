export const undoMails = {
  press: "It was not me: undo",
  notYou:
    "If this was not you, use the button below. It undoes the change without a login, once, for {{days}} days.",
  copy: "You received this e-mail because this address was the e-mail of the account until a few days ago. If you did not change it, use the button below: the account goes back to this address, all sessions end, and you set a new password.",
  waits: {
    subject: "The e-mail of your account will change",
    text: "From {{date}} on, the e-mail of your Sabiá account will be {{email}}. Because you have a balance to be paid, we wait 48 hours.",
    account: "To cancel it, open Name and e-mail under Your account.",
  },
  cancelled: {
    subject: "The change of e-mail was cancelled",
    text: "The e-mail of the Sabiá account does not change to {{email}}: the change was cancelled.",
  },
  failed: {
    subject: "The e-mail of your account has not changed",
    text: "The e-mail {{email}} can no longer be used. Your Sabiá account keeps the previous e-mail.",
  },
  undone: {
    subject: "A change to your account was undone",
    text: "A recent change was undone through a link sent by e-mail. The Sabiá account has the e-mail {{email}}, all sessions have ended, and the old password no longer works.",
    next: "The next step is a new password: we have sent the link to the e-mail of the account.",
    press: "Set a new password",
  },
  google: {
    subject: "Your account is linked with Google",
    text: "Your Sabiá account now also opens with Google, through the address {{email}}.",
    dropped:
      "The e-mail had not been confirmed, and somebody else might have created the account. For security, its previous password, passkeys and two-step verification no longer work, and open sessions have ended.",
    payout: "The payout details were deleted as well. Enter them again in Payment settings.",
    password: "To have a password again, ask for a recovery link.",
    press: "Set a password",
    see: "See my account",
  },
} as const;
