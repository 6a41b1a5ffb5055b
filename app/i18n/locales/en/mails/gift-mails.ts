export const giftMails = {
  free: {
    subject: "You now have access: {{title}}",
    preheader: "Not a purchase: there is nothing to pay",
    title: "The video is yours.",
    text: "With the coupon {{code}} there was nothing to pay. Watch whenever and as often as you like.",
    textFree: "Its creator offers it for free. Watch whenever you like, as often as you like.",
    preheaderLessons: "What you paid for its lessons covers the course",
    titleLessons: "The course is yours.",
    textLessons:
      "What you paid for its lessons covers the price of the whole course: there is nothing to pay.",
    whileLessons:
      "If one of those purchases is refunded and the others do not cover the course, access to it ends.",
    press: "Watch now",
    price: "Amount",
    none: "Not a purchase",
    paidByLessons: "Paid for by its lessons",
  },
  guest: {
    subject: "{{name}} invited you to “{{title}}”",
    preheader: "Free access, not a purchase",
    title: "{{name}} invited you.",
    text: "You can watch “{{title}}” for free. Log in or create an account, and it stays in your library.",
    once: "The link works once, for the first account that uses it. If you did not expect it, ignore this e-mail.",
    stop: "I no longer want invitations",
    press: "Accept the invitation",
  },
  gift: {
    subject: "{{name}} gave you a gift: {{title}}",
    preheader: "Already paid for: just open it",
    title: "A gift from {{name}}.",
    text: "“{{title}}” is yours: it is already paid for. Log in or create an account, and it stays in your library.",
    once: "The link works once, for the first account that uses it. Do not forward it.",
    press: "Open the gift",
  },
  given: {
    subject: "Receipt of your gift: {{title}}",
    title: "Done, {{name}}. The gift is paid for.",
    text: "The link goes to the person you chose: right away, or on the day that you chose. Until somebody uses it, you can change who it is for.",
    press: "See the gift",
  },
} as const;
