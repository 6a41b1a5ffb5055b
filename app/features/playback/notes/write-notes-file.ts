import { clockMoment } from "~/features/videos/listing/duration";
import type { NoteRow } from "./notes.queries.server";

/** Characters with a meaning in Markdown. */
const escapeTitle = (title: string) => title.replace(/[\\`*_[\]<>#]/g, "\\$&");

export function notePath({
  video_id,
  second,
  course_id,
}: Pick<NoteRow, "video_id" | "second" | "course_id">): string {
  return `/watch/${video_id}?${course_id ? `course=${course_id}&` : ""}t=${second}#player`;
}

/** Markdown with a heading for each product and lesson. `addressOf`: makes a path absolute. */
export function writeNotesFile(
  rows: readonly NoteRow[],
  title: string,
  addressOf: (path: string) => string,
): string {
  const lines = [`# ${escapeTitle(title)}`];
  let [product, video] = ["", ""];
  for (const row of rows) {
    if (row.product_id !== product) lines.push("", `## ${escapeTitle(row.product_title)}`);
    if (row.video_id !== video && row.course_id) lines.push("", `### ${escapeTitle(row.video_title)}`);
    if (row.video_id !== video) lines.push("");
    [product, video] = [row.product_id, row.video_id];
    // Further lines belong to the item while they are indented.
    lines.push(
      `- [${clockMoment(row.second)}](${addressOf(notePath(row))}) ${row.text.replaceAll("\n", "\n  ")}`,
    );
  }
  return `${lines.join("\n")}\n`;
}
