export const watch = {
  loginTitle: "Login required",
  loginText: "Log in to watch this video",
  notFound: "Video not found",
  expires: "The access link to this video expires in 1 hour.",
  loadFailed: "Could not load the video",
  linkFailed: "Could not create an access link",
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
  noScriptYet: "Without JavaScript, this video may need a few more minutes before it plays in this browser.",
  refresh: "Check again",
  paid: "Payment confirmed. Enjoy the lesson!",
  converting:
    "This video is still being converted and may not play in this browser. If it does not, come back in a few minutes.",
  formatDoubt: "Not every browser plays this video’s format. If this one does not, try another.",
  disputedTitle: "This purchase is disputed",
  disputedText:
    "Your bank disputed the payment of this video. Access is suspended until the bank decides: if the dispute ends in our favor, the video appears here again.",
  refunded:
    "Your purchase of this video was refunded, so the access ended. To watch it again, buy it once more.",
  buyConverting: "This video is still being converted and may not play in every browser for now.",
  buyFormat:
    "The format of this video does not play in every browser. Before you buy, consider that it may not play in yours.",
  buyDoubt: "May not play in every browser",
  resumes: "Resuming from {{time}}",
  receipt: "See the receipt",
  player: "Video: {{title}}",
} as const;
