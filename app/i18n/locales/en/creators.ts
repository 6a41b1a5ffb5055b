export const sharing = {
  share: "Share",
  whatsapp: "Share on WhatsApp",
  apps: "Other apps",
  copy: "Copy",
  copied: "Copied",
  copyLink: "Copy the link",
  shareOf: "Share: {{title}}",
} as const;

/** Texts of creators' public pages. */
export const creators = {
  teaches: "Your teacher",
  toPage: "View profile",
  toPageOf: "View profile of {{name}}",
  rating: "Rating",
  students: "Learners",
  videos: "Videos",
  studentsOf: "{{number}} learners",
  oneStudent: "1 learner",
  videosOf: "{{number}} videos",
  oneVideo: "1 video",
  videosBy: "Videos by {{name}}",
  noVideos: "No videos for sale at the moment.",
  moreVideos: "Show more videos",
  sayings: "What learners say",
  moreSayings: "More reviews",
  inVideo: "on {{title}}",
  linksOf: "Links of {{name}}",
  notPublic: "Only you can see this page for now: it becomes public once you have a video for sale.",
  editPage: "Edit page",
} as const;
