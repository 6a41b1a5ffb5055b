export const watch = {
  loginTitle: "Login required",
  loginText: "Log in to watch this video",
  notFound: "Video not found",
  tooManyLinks: "Too many link requests in a short time. Playback resumes shortly.",
  buy: "Buy for {{price}}",
  toMarketplace: "Back to the videos",
  refresh: "Check again",
  paid: "Payment confirmed. Enjoy the lesson!",
  buyConverting: "This video is still being converted and may not play in every browser for now.",
  buyFormat:
    "The format of this video does not play in every browser. Before you buy, consider that it may not play in yours.",
  buyUnreadable: "This video’s file is damaged or incomplete and may not play.",
  buyDoubt: "May not play in every browser",
} as const;
