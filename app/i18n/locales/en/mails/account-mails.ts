export const accountMails = {
  passwordChanged: {
    subject: "Your password was changed",
    title: "Your password was changed.",
    text: "The password of your Sabiá account was changed on {{date}}. The other sessions were ended.",
    notYou: "If it was not you, set another password now: the link below sends an e-mail to this address.",
    press: "Set another password",
  },
  newSignIn: {
    subject: "New sign-in to your account",
    title: "New sign-in to your account.",
    text: "Your Sabiá account was used from a browser that we did not know yet.",
    notYou: "If it was you, all is well. If not, end the other sessions and change your password.",
    browser: "Browser",
    unknownBrowser: "Unknown",
    date: "Date",
    press: "See my sessions",
  },
  disputeDue: {
    subject: "Dispute of {{amount}} without an answer: due by {{date}}",
    title: "A dispute of {{amount}} waits for an answer",
    text: "The purchase of “{{title}}” was disputed at the bank. Without an answer by {{date}}, the buyer keeps the amount. The texts are ready: check and submit them, or accept.",
    press: "Answer the dispute",
  },
  payoutDraft: {
    subject: "Today's payouts: {{sum}} to {{count}}",
    title: "Today's payouts are ready to check",
    text: "{{sum}} to {{count}}. Check and prepare the batch: nothing is paid before that, and amounts may change with new sales and refunds.",
    one: "1 creator",
    many: "{{count}} creators",
    press: "Check the payouts",
  },
  attention: {
    subject: "Needs attention: {{count}} matters",
    subjectSingle: "Needs attention: 1 matter",
    anchor: "Ledger anchor of {{day}}",
    anchorSubject: "Ledger anchor of {{day}}",
    anchorText:
      "Keep this e-mail: outside the database, its anchor proves that the ledger was not changed later.",
    title: "Needs attention",
    text: "These matters are waiting for an administrator today.",
    press: "Open the dashboard",
  },
} as const;
