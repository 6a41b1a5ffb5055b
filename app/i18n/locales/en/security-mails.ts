export const securityMails = {
  press: "See my account",
  notYou: "If this was not you, change your password now and end the other sessions on Your account.",
  emailChanged: {
    subject: "The e-mail of your account has changed",
    text: "The e-mail of your Sabiá account is now {{email}}.",
  },
  secondFactorOn: {
    subject: "Two-step verification is on",
    text: "From now on, signing in to your account also asks for a code from the authenticator app.",
  },
  secondFactorOff: {
    subject: "Two-step verification is off",
    text: "Your account opens with the password alone again. The recovery codes no longer work.",
  },
  passkeyAdded: {
    subject: "A passkey was added",
    text: "The passkey “{{name}}” now opens your Sabiá account, without the password.",
  },
  passkeyRemoved: {
    subject: "A passkey was removed",
    text: "The passkey “{{name}}” no longer opens your Sabiá account.",
  },
  recoveryCodeUsed: {
    subject: "A recovery code was used",
    text: "Someone signed in to your account with a recovery code. Codes left: {{left}}.",
  },
} as const;
