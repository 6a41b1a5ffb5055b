export const saved = {
  title: "Saved videos",
  inAccount: "We send you an e-mail when the price of one of them falls.",
  inBrowser:
    "They are kept in this browser. With an account they go with you, and we tell you when a price falls.",
  logIn: "Log in",
  none: "Nothing saved yet",
  noneText: "On a video's page, press Save for later.",
  toVideos: "See videos",
  inCourses: "Now only in courses",
  inCoursesText: "Their creators now sell these videos only as part of a course.",
  watch: "Already yours: watch",
  drop: "Remove",
  saved: "Saved for later",
  dropped: "Video removed from the list",
  full: "Your list is full",
  fullText: "Remove a video from the list to save another.",
} as const;
