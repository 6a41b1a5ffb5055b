export const errors = {
  notFoundTitle: "404",
  notFound: "Oops! Page not found",
  returnHome: "Return to Home",
  title: "Something went wrong",
  text: "The fault is ours and has been recorded. Try again in a moment.",
  noAnswerTitle: "The server did not answer",
  noAnswer: "Check your connection and try again. What you typed is still here.",
  noAnswerShort: "The server did not answer. Check your connection and try again.",
  pageLost: "Check your connection and try again.",
  tryAgain: "Try again",
  requestId: "Error code: {{id}}",
  tooLarge: "What you sent is too large.",
} as const;
