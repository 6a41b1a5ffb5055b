export const securityMails = {
  press: "See my account",
  notYou: "If this was not you, change your password now and end the other sessions under Your account.",
  emailChanged: {
    subject: "The e-mail of your account has changed",
    text: "The e-mail of your Sabiá account is now {{email}}.",
  },
  secondFactorOn: {
    subject: "Two-step verification is on",
    text: "From now on, logging in to your account also asks for a code from the authenticator app.",
  },
  secondFactorHelp: {
    subject: "Did you lose your two-step verification?",
    text: "Somebody logged in with your password and asked to turn off the two-step verification of your account. If it was you, confirm with the button within {{hours}} hours. An administrator reviews the request afterwards.",
    notYou:
      "If it was not you, open the link, cancel the request and change your password: somebody knows it.",
    press: "Confirm or cancel",
  },
  secondFactorHelpProved: {
    subject: "Request to turn off two-step verification",
    text: "The request was confirmed through your e-mail. If an administrator allows it, the verification is turned off 24 hours after that. Until then, the link in the previous e-mail cancels the request.",
  },
  secondFactorHelpAllowed: {
    subject: "Two-step verification will be turned off",
    text: "An administrator has allowed the request. The verification is turned off 24 hours after the confirmation by e-mail; until then, the link in that e-mail cancels the request.",
  },
  secondFactorHelpRevoked: {
    subject: "Request cancelled",
    text: "The request to turn off two-step verification was cancelled. It stays on.",
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
    text: "Somebody logged in to your account with a recovery code. Codes left: {{left}}.",
  },
} as const;
