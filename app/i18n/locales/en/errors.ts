export const errors = {
  notFoundTitle: "404",
  notFound: "Oops! Page not found",
  /** In the other language: an unknown address does not say which one its reader speaks. */
  notFoundElsewhere: "Ops! Página não encontrada",
  returnHomeElsewhere: "Voltar ao início",
  popular: "Popular",
  returnHome: "Return to Home",
  title: "Something went wrong",
  text: "The fault is ours and has been recorded. Try again in a moment.",
  failedForm: "The fault is ours and has been recorded. Try again in a moment. What you typed is still here.",
  noAnswerTitle: "The server did not answer",
  noAnswer: "Check your connection and try again. What you typed is still here.",
  noAnswerShort: "The server did not answer. Check your connection and try again.",
  pageLost: "Check your connection and try again.",
  tryAgain: "Try again",
  awayTitle: "We are temporarily unavailable",
  away: "We are already working on it. Try again in a few seconds.",
  awayForm: "Try again in a few seconds. What you typed is still here.",
  busyTitle: "Many people at once",
  busy: "The database is serving other people and did not answer in time. Try again in a few seconds.",
  requestId: "Error code: {{id}}",
  tooLarge: "What you sent is too large.",
  tooLargeForm: "Send less at a time. What you typed is still here.",
  signedOut: "Log in again",
  formKept:
    "Your session has ended. What you typed is kept on this page: log in with the same account in another tab, then come back and continue.",
  otherAccount:
    "This text was written with another account. Log in with that account in another tab, then come back and continue.",
  logInBeside: "Log in in another tab",
  factorNeeded: "Turn on two-step verification",
  formKeptForFactor:
    "What you typed is kept on this page: turn on verification in another tab, then come back and continue.",
  addFactorBeside: "Turn on in another tab",
  sendKept: "Send what I typed",
  notKept: "Files, passwords and codes are not kept: please enter them again.",
  formHeld:
    "Your session has ended. Log in in another tab, come back and send again. What you typed is still here.",
  formHeldForFactor: "Turn it on in another tab, come back and send again. What you typed is still here.",
} as const;

/** The page of a request that waits for others (`server/http/busy-page.server.ts`). Not in the browser's catalogue. */
export const busy = {
  page: "This page will try again automatically in a few seconds.",
  form: "Nothing has been done yet and nothing is lost. We will send it again in a few seconds; you can also use the button.",
  secretForm:
    "Nothing has been done yet. For your security, passwords and codes are not kept here: go back to the form and send it again.",
  backToForm: "Back to the form",
};
