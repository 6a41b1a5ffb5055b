/** Limits the courses of one creator. */
export const maxCourses = 100;

/** Limits the videos that are offered as lessons: the newest. */
export const maxOfferedVideos = 500;

/** Limits the lessons of a course, so that every list of them is bounded. */
export const maxLessons = 300;

/** Fewest lessons of a course that is published. */
export const minLessons = 2;
