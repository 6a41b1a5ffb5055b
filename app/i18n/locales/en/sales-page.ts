/** Explains why a viewer may not watch or buy now: written by the server. Not in the browser's catalogue. */
export const holdings = {
  heldTitle: "A payment is still open",
  heldByLesson:
    "Your payment for the lesson “{{title}}” is not confirmed yet. Once it is, you can get this course, less what you paid for the lesson.",
  heldByCourse: "Your payment for the course “{{title}}”, which includes this lesson, is not confirmed yet.",
  suspendedTitle: "This purchase is being disputed",
  suspendedGiftTitle: "This gift is being disputed",
  suspended_purchase: "The payment for “{{title}}” was disputed at the bank.",
  suspended_course:
    "This lesson is yours through the course “{{title}}”, and its payment was disputed at the bank.",
  suspended_gift: "You got “{{title}}” as a gift, and the giver's payment was disputed at the bank.",
  suspended_lessons:
    "Your lessons paid for “{{title}}”, and the payment of one of them was disputed at the bank.",
  suspendedUntil:
    "Access is suspended until the bank decides. If the dispute is rejected, it comes back by itself: do not buy again.",
  removedTitle: "This lesson is not part of your course",
  removed: "It left the course “{{title}}” before the course was yours. The other lessons are still there.",
  toCourse: "Go to the course",
  ended_refunded: "Your purchase was refunded",
  endedText_refunded: "The refund of “{{title}}” ended your access.",
  ended_withdrawn: "You cancelled this purchase",
  endedText_withdrawn: "Cancelling “{{title}}” ended your access. My purchases shows the refund.",
  ended_disputeLost: "The bank returned this purchase",
  endedText_disputeLost:
    "The dispute about “{{title}}” is over, the money stayed with the payer, and the access ended.",
  ended_gift: "This gift was taken back",
  endedText_gift: "The payment for “{{title}}” went back to the giver, and the access ended.",
  ended_lessons: "Your lessons no longer pay for this course",
  endedText_lessons:
    "One of the purchases that paid for “{{title}}” was returned, and the access to the course ended.",
  ended_guest: "The invitation was withdrawn",
  endedText_guest: "The creator of “{{title}}” withdrew the invitation, and the access ended.",
  buyAgain: "Watching again takes a new purchase.",
  freeAgain: "It is free now: one press, and the access is back.",
  gone: "It is no longer for sale.",
} as const;

/** Explains a price that rose while its page was open: written by the server. Not in the browser's catalogue. */
export const priceRise = {
  title: "New price: check before you buy",
  text: "The price went from {{before}} to {{price}} after you opened the page. Nothing was charged. If you still want it, buy at the new price.",
} as const;

export const salesPage = {
  held: "Payment still open",
  breadcrumb: "You are in",
  videos: "Videos",
  includes: "What is included",
  includesLength: "{{length}} of video",
  includesCaptions: "Captions: {{languages}}",
  doubts: "Any questions?",
  askByWhatsApp: "Ask on WhatsApp",
  askByMail: "Ask by e-mail",
  priceBefore: "Price without the coupon:",
  couponOn: "Coupon {{code}} applied: {{price}} without it",
  couponNot: "Coupon {{code}} was not applied",
  oneTime: "One-time payment",
  save: "Save for later",
  buying: "Purchase",
  withdrawal: "7 days to change your mind",
  withdrawalText: "Your money back, no explanation needed",
  access: "No expiry",
  accessText: "On your phone and computer",
  safe: "Secure payment",
  safeText: "{{methods}}, through Stripe",
  pix: "Pix",
  card: "Card",
  boleto: "Boleto",
  gift: "Give as a gift",
  own: "This video is yours",
  ownText: "This is how people see the page.",
  edit: "Edit",
  outcomes: "What you will learn",
  about: "About this video",
  details: "Details",
  duration: "Duration",
  language: "Language",
  captions: "Captions",
  no: "No",
  updated: "Updated on",
  published: "Published on",
  questions: "Questions about buying",
  regret: "What if I don't like it?",
  regretAnswer:
    "You have 7 days to change your mind and get your money back, without saying why. It is your right under article 49 of the Brazilian consumer code. You ask for it in My purchases.",
  when: "When can I watch?",
  whenCard: "As soon as the payment is confirmed. By card, that is immediate.",
  whenPix: "By Pix, within moments.",
  whenBoleto: "By boleto, within two business days after you pay.",
  howLong: "How long do I have access?",
  howLongAnswer:
    "There is no end date: log in and watch as often as you like, in the browser of your phone or computer.",
  howCard: "How do I pay by card?",
  howPix: "How do I pay by Pix?",
  howBoleto: "How do I pay by Pix or boleto?",
  howCardAnswer: "Press Buy and enter your card on Stripe's page. We do not keep your card number.",
  howPixAnswer:
    "Press Buy and choose Pix on Stripe's page. Pay the code in your bank's app: the video opens by itself.",
  howBoletoAnswer:
    "Press Buy and choose Pix or boleto on Stripe's page. If you close it, the code stays in My purchases until it expires.",
  preview: "Free preview",
  previewFor: "Free preview · {{duration}}",
  playPreview: "Watch the preview",
  trailer: "Trailer",
  playTrailer: "Watch the trailer on YouTube",
  ended: "That was the preview. Keep watching for {{price}}",
  endedOwned: "That was the preview.",
  again: "Watch again",
  failed: "The preview did not open",
  failedText: "Your connection may have dropped. Nothing was charged.",
  retry: "Try again",
};

export const couponRefusals = {
  couponUnknown: "Check the code: there is no such coupon for this video.",
  couponOtherVideo: "It is for other videos of this creator.",
  couponEarly: "It is not valid yet.",
  couponOver: "It has expired.",
  couponUsedUp: "It has been used as often as allowed.",
  couponUsed: "You have already used this coupon.",
  couponFirstOnly: "It is only for a first purchase.",
  free: "Free",
  freeProduct: "There is nothing to pay. All you need is an account.",
  paid: "No charge",
  paidByLessons: "What you paid for its lessons covers the price.",
  freeText: "With the coupon there is nothing to pay. An account is enough.",
  couponTooLow: "With it the price would be below the minimum that we can charge, R$0.50.",
};

/** The files that come with a video: written by the server. Not in the browser's catalogue. */
export const filesToDownload = {
  title: "Files to download",
  one: "1 file to download",
  many: "{{count}} files to download",
  note: "After buying, you download the files on the video's page.",
  open: "Download {{name}}",
} as const;
