export const security = {
  profileTitle: "Name and e-mail",
  profileText:
    "The name changes at once. A new e-mail counts only after you confirm it by the link we send to it.",
  newEmailHint: "You keep signing in with {{email}} until you confirm the new one.",
  save: "Save",
  saving: "Saving…",
  nameSaved: "Name saved.",
  emailAsked: "Confirm the new e-mail",
  emailAskedText:
    "If {{email}} can be used, the confirmation link arrives shortly. Until then the current e-mail counts.",
  nothingChanged: "Nothing changed.",
};
