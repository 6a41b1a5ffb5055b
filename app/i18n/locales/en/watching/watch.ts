export const watch = {
  loginTitle: "Login required",
  loginText: "Log in to watch this video",
  notFound: "Video not found",
  tooManyLinks: "Many links were asked for in a short time. The video goes on in a moment.",
  mustBuyTitle: "You need to buy this video",
  mustBuyText: "Access opens as soon as the payment is confirmed.",
  buy: "Buy for {{price}}",
  toMarketplace: "Back to the videos",
  processingTitle: "Payment in progress",
  processingText: "As soon as the payment is confirmed, the video appears here.",
  processingBoleto:
    "As soon as the payment is confirmed, the video appears here. A boleto takes up to two business days.",
  cancelled: "The payment was not completed. Nothing was charged.",
  encodingTitle: "This video is being prepared",
  encodingText: "It appears here as soon as processing is done, usually within minutes.",
  encodingPercent: "Processing… {{percent}}%",
  refresh: "Check again",
  paid: "Payment confirmed. Enjoy the lesson!",
  disputedTitle: "This purchase is disputed",
  disputedText:
    "Your bank disputed the payment of this video. Access is suspended until the bank decides: if the dispute ends in our favor, the video appears here again.",
  refunded:
    "Your purchase of this video was refunded, so the access ended. To watch it again, buy it once more.",
  buyConverting: "This video is still being converted and may not play in every browser for now.",
  buyFormat:
    "The format of this video does not play in every browser. Before you buy, consider that it may not play in yours.",
  buyDoubt: "May not play in every browser",
} as const;
