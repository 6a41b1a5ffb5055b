import type { undo as undoPt } from "../../pt/entrance/undo";

export const undo = {
  recentTitle: "Did you add this?",
  recentText:
    "Somebody who knew your password may have left another way in. Anything added recently is removed when you set the new password. Tick only what you recognise.",
  keep: "Keep: {{what}}",
  passkey: "passkey “{{name}}”",
  secondFactor: "two-step verification",
  payoutDetails: "new payout details ({{to}})",
  addedOn: "Since {{date}}",
  title: "Undo the change",
  ended: "This link has already been used or has expired.",
  endedText: "If somebody else was in your account, set a new password: open sessions are ended.",
  email: "The e-mail of the account was changed from {{from}} to {{to}}.",
  emailWaits:
    "Somebody asked to change the e-mail of the account from {{from}} to {{to}}. It has not changed yet.",
  passkeyAdded: "The passkey “{{name}}” was added to your account.",
  secondFactorOn: "Two-step verification was turned on for your account.",
  effects: "If this was not you, undo it. Then:",
  effectEmail: "the account goes back to {{from}};",
  effectFactors: "passkeys and two-step verification that were added recently are removed;",
  effectPayout: "payout details changed since then go back to the previous ones;",
  effectSessions: "all sessions end, and the current password no longer works.",
  next: "We then send you a link to set a new password.",
  press: "It was not me: undo",
  pressing: "Undoing…",
  wasMe: "Was it you? Then there is nothing to do.",
  done: "Change undone",
  doneText:
    "All sessions have ended, and the old password no longer works. We have sent a link to the e-mail of the account: open it and set a new password. Use one that you use nowhere else.",
  again: "Nothing arrived? Ask for another link",
  waitingTitle: "Change of e-mail to {{email}}",
  waitingText:
    "Because you have a balance to be paid, the change applies from {{date}}. Until then you log in with the current e-mail, and both addresses have been notified.",
  cancel: "Cancel the change",
  cancelled: "The change of e-mail was cancelled. The current e-mail stays in use.",
} satisfies Record<keyof typeof undoPt, string>;
