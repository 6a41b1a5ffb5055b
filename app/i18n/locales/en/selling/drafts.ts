export const drafts = {
  saving: "Saving…",
  saved: "All saved",
  saveAnyway: "Save anyway",
  deleteQuestion: "The video and what you filled in will be deleted.",
  deleteConfirm: "Delete",
  unreached: "You are offline. We save it as soon as you are back.",
  signIn: "Your session has ended. Log in again in the other tab: what is here is saved then.",
  changed: "This video was changed in another tab or on another device. Saving here replaces what is there.",
  gone: "This video is already published or deleted.",
  tooMany: "You already have 20 unpublished videos. Publish or delete one before you begin another.",
  tooLong: "The text is too long. Shorten the description.",
} as const;
