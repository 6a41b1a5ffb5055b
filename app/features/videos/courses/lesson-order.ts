export const maxCourses = 100;

export const maxOfferedVideos = 500;

/** Per course, so that every list of lessons is bounded. */
export const maxLessons = 300;

export const minLessons = 2;

/** Lessons of a section are next to each other; "" is no section. */
export interface PlacedLesson {
  videoId: string;
  section: string;
}

type Direction = "up" | "down";

export const sectionMaxLength = 120;

export function groupBySection<Lesson extends { section: string }>(
  lessons: readonly Lesson[],
): { section: string; lessons: Lesson[] }[] {
  const groups = new Map<string, Lesson[]>();
  for (const lesson of lessons) {
    const group = groups.get(lesson.section);
    if (group) group.push(lesson);
    else groups.set(lesson.section, [lesson]);
  }
  return [...groups].map(([section, grouped]) => ({ section, lessons: grouped }));
}

/** At the edge of its section it joins the section beside it. Unchanged at the edge of the course, or if unknown. */
export function moveLesson(
  lessons: readonly PlacedLesson[],
  videoId: string,
  direction: Direction,
): PlacedLesson[] {
  const at = lessons.findIndex((lesson) => lesson.videoId === videoId);
  const moved = lessons[at];
  const beside = lessons[direction === "up" ? at - 1 : at + 1];
  if (!moved || !beside) return [...lessons];
  if (beside.section !== moved.section)
    return lessons.map((lesson) => (lesson === moved ? { ...moved, section: beside.section } : lesson));
  return lessons.map((lesson) => (lesson === moved ? beside : lesson === beside ? moved : lesson));
}

/** Moves a lesson to the place of another one, into its section. Unknown lessons move nothing. */
export function placeLesson(
  lessons: readonly PlacedLesson[],
  videoId: string,
  targetId: string,
): PlacedLesson[] {
  const from = lessons.findIndex((lesson) => lesson.videoId === videoId);
  const to = lessons.findIndex((lesson) => lesson.videoId === targetId);
  const [moved, target] = [lessons[from], lessons[to]];
  if (!moved || !target) return [...lessons];
  const placed = lessons.filter((lesson) => lesson !== moved);
  placed.splice(to, 0, { ...moved, section: target.section });
  return groupBySection(placed).flatMap((group) => group.lessons);
}

export function moveSection(
  lessons: readonly PlacedLesson[],
  section: string,
  direction: Direction,
): PlacedLesson[] {
  const groups = groupBySection(lessons);
  const at = groups.findIndex((group) => group.section === section);
  const other = direction === "up" ? at - 1 : at + 1;
  const [moved, beside] = [groups[at], groups[other]];
  if (!moved || !beside) return [...lessons];
  groups[at] = beside;
  groups[other] = moved;
  return groups.flatMap((group) => group.lessons);
}

/** With the name of another section, the two become one. */
export function renameSection(
  lessons: readonly PlacedLesson[],
  section: string,
  name: string,
): PlacedLesson[] {
  const renamed = lessons.map((lesson) =>
    lesson.section === section ? { ...lesson, section: name } : lesson,
  );
  return groupBySection(renamed).flatMap((group) => group.lessons);
}

/** At the end of a section; a new section is the last. Lessons that are there already stay. */
export function addLessons(
  lessons: readonly PlacedLesson[],
  videoIds: readonly string[],
  section: string,
): PlacedLesson[] {
  const present = new Set(lessons.map(({ videoId }) => videoId));
  const added = videoIds.filter((videoId) => !present.has(videoId)).map((videoId) => ({ videoId, section }));
  return groupBySection([...lessons, ...added]).flatMap((group) => group.lessons);
}
