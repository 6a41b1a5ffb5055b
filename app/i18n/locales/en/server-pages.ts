export const receipt = {
  title: "Receipt",
  file: "receipt",
  page: "Page",
  pdf: "Download PDF",
  number: "Number",
  video: "Video",
  course: "Course",
  seller: "Sold by",
  platform: "Platform",
  buyer: "Buyer",
  paidAt: "Paid on",
  method: "Payment method",
  card: "Card",
  pix: "Pix",
  boleto: "Boleto",
  otherMethod: "Other",
  coupon: "Coupon",
  couponOf: "{{code}}: {{price}} without it",
  back: "Refund made, requested on {{date}}",
  backComing: "Refund requested on {{date}}",
  disputeLost: "Returned by the bank on {{date}}",
  total: "Amount of the purchase",
  totalLeft: "Amount after refunds",
  withdrawOpen:
    "You may cancel this purchase until {{date}}, without giving a reason (art. 49 of Brazil's consumer code).",
  withdrawOver: "The time to cancel this purchase ended on {{date}}.",
  licence:
    "The purchase gives personal access to the video on the platform, without a time limit, under the terms of use.",
  licenceCourse:
    "The purchase gives personal access to the course on the platform, without a time limit, under the terms of use.",
  licenceGift: "The purchase is a gift: its recipient has the access, under the terms of use.",
  noInvoice: "This receipt is not a tax invoice.",
  disputed: "The payment is being disputed at the bank, and access is suspended until the bank decides.",
  accessEnded:
    "The money was returned or is being returned to the payer, and the access by this purchase ended.",
  twice: "This payment was made twice: the money returns to the payer, and it gives no access.",
  support: "Questions about this purchase: {{email}}",
  certificate: "See the certificate",
  print: "Print",
  notYet: "The receipt appears once the payment is confirmed.",
};

export const mailChoices = {
  title: "Your e-mails",
  text: "Receipts and notices about money and security always arrive. Choose the rest.",
  save: "Save",
  sales: "Sales",
  questions: "Questions from your learners",
  answers: "Answers to your questions",
  reviews: "Reviews",
  videos: "Videos that are ready",
  reminders: "Purchases left for later",
  prices: "Prices of saved videos",
  lessons: "New lessons in your courses",
  progress: "Courses you stopped, and certificates",
  announcements: "Announcements from teachers you bought from",
  news: "News from people you follow",
  sender: "Announcements and news from {{name}}",
  attention: "Needs attention (administration)",
  each: "Each time",
  daily: "Once a day",
  none: "None",
  endTitle: "Stop these e-mails?",
  invitations: "Invitations from creators",
  invitationsEndText: "This address no longer receives invitations, from any creator.",
  invitationsEnded: "Done: no more invitations reach this address.",
  endText: "You no longer receive this kind of e-mail. You can change your mind at any time.",
  end: "I no longer want them",
  ended: "Done: you no longer receive this kind of e-mail.",
  unknownLink: "This link is not valid. Log in to your account to choose your e-mails.",
  toChoices: "Choose my e-mails",
} as const;

export const giftPage = {
  title: "For you",
  guestTitle: "{{name}} invited you",
  guestText: "Watch for free, whenever you like. It stays in your library.",
  giftTitle: "{{name}} gave you a gift",
  giftText: "It is already paid for: watch whenever you like. It stays in your library.",
  take: "Accept",
  login: "Log in or create an account",
  loginText: "All that is missing is your account: after logging in, you come back here.",
  yours: "It is already yours.",
  watch: "Watch",
  taken: "This link has already been used by another account. Each link works once.",
  gone: "This link no longer works. Ask the sender for another one.",
  unknown: "Check the address: this link does not exist.",
  own: "This link is for somebody else: send it to the person who should have access.",
  hasAlready: "You already have access. The link still works for somebody else.",
  shop: "See the videos",
} as const;

export const law = {
  terms: "Terms of use",
  privacy: "Privacy policy",
  help: "Help",
  version: "Version of {{date}}",
  changed: "The terms of use and the privacy policy have changed. You can keep using Sabiá as before.",
  first: "Please read and accept Sabiá's terms of use and privacy policy.",
  read: "Read the terms",
  accept: "Accept",
  signingUpAccepts: "By creating an account you accept the",
  buyingAccepts: "By buying you accept the",
  andThe: "and the",
  withdrawal:
    "You have 7 days to cancel the purchase and get your money back (art. 49 of Brazil's consumer code).",
  contents: "On this page",
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
export const downloads = {
  title: "Downloads",
  noScript: "Turn on JavaScript to download lessons.",
};

export const filesToDownload = {
  title: "Files to download",
  one: "1 file to download",
  many: "{{count}} files to download",
  note: "After buying, you download the files on the video's page.",
  open: "Download {{name}}",
} as const;

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

/** The orders of the reviews: written by the server. Not in the browser's catalogue. */
export const reviewSort = {
  sort: "Order of the reviews",
  newest: "Newest",
  best: "Highest rated",
  worst: "Lowest rated",
} as const;

/** The page of a request that waits for others (`server/http/admission.server.ts`). Not in the browser's catalogue. */
export const busy = {
  page: "This page will try again automatically in a few seconds.",
  form: "Nothing has been done yet and nothing is lost. Send it again in a few seconds.",
  secretForm:
    "Nothing has been done yet. For your security, passwords and codes are not kept here: go back to the form and send it again.",
  backToForm: "Back to the form",
};

/** The page of a form that a guard refused. */
export const keptForm = {
  signedOut:
    "Your session has ended. What you typed is kept on this page: log in with the same account in another tab, then come back and continue.",
  otherAccount:
    "This text was written with another account. Log in with that account in another tab, then come back and continue.",
  secondFactor:
    "What you typed is kept on this page: turn on verification in another tab, then come back and continue.",
  send: "Send what I typed",
  notKept: "Files, passwords and codes are not kept: please enter them again.",
} as const;
