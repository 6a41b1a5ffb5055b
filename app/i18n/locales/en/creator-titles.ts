import type { CreatorTitles } from "~/i18n/locales/pt/creator-titles";

export const creatorTitles: CreatorTitles = {
  dashboard: "Dashboard",
  myVideos: "My videos",
  upload: "Upload new video",
  coupons: "Coupons",
  announcements: "Announcements",
  courses: "Courses",
  editCourse: "Course lessons",
  figures: "Stats",
  shareVideo: "Share the video",
  guests: "Guests",
  profile: "Your page",
  cover: "Make a cover",
  year: "Annual report",
  payments: "Payment settings",
  deleteVideo: "Delete video",
  editVideo: "Edit video",
  attachments: "Video files",
  captions: "Captions",
  payoutStatement: "Payout statement",
  questions: "Questions",
};
