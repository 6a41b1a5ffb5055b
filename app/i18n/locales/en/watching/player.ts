export const player = {
  expires: "The access link to this video expires in 1 hour.",
  loadFailed: "Could not load the video",
  linkFailed: "Could not create an access link",
  noScriptYet: "Without JavaScript, this video may need a few more minutes before it plays in this browser.",
  converting:
    "This video is still being converted and may not play in this browser. If it does not, come back in a few minutes.",
  formatDoubt: "Not every browser plays this video’s format. If this one does not, try another.",
  resumes: "Resuming from {{time}}",
  chapters: "Chapters",
  receipt: "See the receipt",
  label: "Video: {{title}}",
} as const;
