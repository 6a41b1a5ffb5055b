export const guests = {
  title: "Guests",
  intro:
    "Give free access to journalists, partners or your students. Invitations do not count as sales, and guests' reviews do not change the rating.",
  link: "Invite people for free",
  emails: "Guests' e-mail addresses",
  hint: "One per line. Each person gets a link that works once. Up to {{max}} per video.",
  send: "Send invitations",
  sending: "Sending...",
  invited: "Invitations sent",
  revoked: "Invitation cancelled",
  needed: "Enter at least one e-mail address",
  invalid: "One of the addresses is invalid. Write one per line.",
  tooMany: "A video has at most 50 guests, including those who accepted",
  tooManyToday: "You have sent many invitations today. Continue tomorrow.",
  fullToday: "No more invitations can be sent today. Try again tomorrow.",
  revokedBefore:
    "The list has an address whose invitation to this video was cancelled. Each address gets one invitation per video. Remove it from the list.",
  unconfirmed:
    "Before you invite people, confirm your e-mail with the link we sent (request another one under Account).",
  none: "Nobody has been invited yet.",
  list: "Invited people",
  count: "{{count}} of {{max}}",
  invitedOn: "Invited on {{date}}, not accepted yet",
  takenOn: "Accepted on {{date}}",
  revoke: "Cancel invitation",
  endAccess: "End access",
  forgotten: "Address already deleted",
} as const;
