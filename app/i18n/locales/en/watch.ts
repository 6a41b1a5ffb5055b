export const watch = {
  loginTitle: "Login required",
  loginText: "Log in to watch this video",
  notFound: "Video not found",
  expires: "The access link to this video expires in 1 hour.",
  loadFailed: "Could not load the video",
  linkFailed: "Could not create an access link",
  mustBuyTitle: "You need to buy this video",
  mustBuyText: "Access opens as soon as the payment is confirmed.",
  buy: "Buy for {{price}}",
  toMarketplace: "Back to the videos",
  processingTitle: "Payment in progress",
  processingText:
    "As soon as the payment is confirmed, the video appears here. A boleto takes about one business day.",
  refresh: "Check again",
  paid: "Payment confirmed. Enjoy the lesson!",
  converting:
    "This video is still being converted and may not play in this browser. If it does not, come back in a few minutes.",
  formatDoubt: "Not every browser plays this video’s format. If this one does not, try another.",
  player: "Video: {{title}}",
} as const;
