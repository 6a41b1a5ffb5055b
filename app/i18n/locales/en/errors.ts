export const errors = {
  notFoundTitle: "404",
  notFound: "Oops! Page not found",
  returnHome: "Return to Home",
  title: "Something went wrong",
  text: "The fault is ours and has been recorded. Try again in a moment.",
  requestId: "Error code: {{id}}",
  tooLarge: "What you sent is too large.",
} as const;
