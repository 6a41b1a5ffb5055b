export const mails = {
  hello: "Hello!",
  copy: "If the button does not open, copy this address into your browser:",
  questions: "Any questions? See",
  questionsReply: "Any questions? Reply to this e-mail or see",
  help: "Help",
  terms: "Terms of use",
  privacy: "Privacy",
  stop: "I no longer want this kind of e-mail",
  recovery: {
    subject: "Reset your Sabiá password",
    asked: "We received a request to reset the password of your Sabiá account.",
    press: "Reset my password",
    expires: "The link is valid for {{minutes}} minutes and works once.",
    notYou: "If this was not you, ignore this e-mail: your password stays as it is.",
  },
  confirmation: {
    subject: "Confirm your e-mail on Sabiá",
    changes:
      "Confirm that this address becomes the e-mail of your Sabiá account. Until then the previous one stays in use.",
    asked: "Your Sabiá account was created with this e-mail. Confirm that it is yours:",
    press: "Confirm my e-mail",
    expires: "The link is valid for {{days}} days and works once. You can use your account in the meantime.",
    notYou:
      "If you did not create the account, ignore this e-mail: without its password nobody can confirm anything.",
    changeExpires: "The link is valid for {{days}} days and works once.",
    changeNotYou: "If you did not ask for the change, ignore this e-mail: nothing changes without the link.",
  },
  refundKey: {
    subject: "Tell us your Pix key to get {{amount}} back",
    twice: "You paid twice for “{{title}}”. We will refund {{amount}}.",
    back: "We will refund {{amount}} of your purchase of “{{title}}”.",
    failed: "The amount could not be sent to the key that you entered. Check the key and enter it again.",
    returned:
      "The bank returned the transfer that we made to your key. Enter another Pix key and we will send it again.",
    why: "The bank cannot reverse this payment: our team sends a Pix to a key of yours, within a few business days.",
    press: "Enter Pix key",
    changedSubject: "The Pix key of your refund was changed",
    changed: "The Pix key that receives {{amount}} for your purchase of “{{title}}” was changed just now.",
    changedNotYou:
      "If this was not you, change the key again and your password too: someone logged in to your account.",
    changedPress: "Check the key",
    small: "You enter the key only after logging in to your account. We never ask for a password by e-mail.",
  },
  withdrawal: {
    subject: "We could not refund {{amount}}: ask for it again",
    failed:
      "You cancelled the purchase of “{{title}}”, but we could not refund {{amount}}. The purchase is therefore still yours.",
    returned: "The bank returned the transfer that we made. Check the Pix key and ask for it again.",
    pixKey: "The amount was to go to the Pix key that you entered. Check the key and ask for it again.",
    sameWay: "The bank or card did not accept the amount. You can ask for it again.",
    right: "You cancelled in time, so you can ask for it again even after the seven days.",
    press: "Ask for it again",
  },
} as const;
