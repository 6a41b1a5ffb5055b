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
} as const;

/** The page of a request that waits for others (`server/http/busy-page.server.ts`). Not in the browser's catalogue. */
export const busy = {
  page: "This page will try again automatically in a few seconds.",
  form: "Nothing has been done yet and nothing is lost. Send it again in a few seconds.",
  secretForm:
    "Nothing has been done yet. For your security, passwords and codes are not kept here: go back to the form and send it again.",
  backToForm: "Back to the form",
};
