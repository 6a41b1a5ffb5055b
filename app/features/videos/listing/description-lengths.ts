/** Limits the title of a video or course, in characters; the tables' constraints (0004-videos) say the same. */
export const titleMaxLength = 200;

/** Limits a description, in characters. */
export const descriptionMaxLength = 5_000;
