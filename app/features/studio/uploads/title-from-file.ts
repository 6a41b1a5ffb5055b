import { removeAccents } from "~/features/base/form-fields/accents";
import { titleMaxLength } from "~/features/videos/lesson-files/chapters";

/** How cameras and messengers begin a file's name; a number of three digits or more follows. */
const cameraPrefix =
  /^(?:vid|img|mov|mvi|dsc|dji|gop|pxl|screen ?recording|gravacao|whatsapp video)([ 0-9a-z]*)/i;

/** Returns whether a camera or messenger chose the name: it says nothing about the video. */
function isCameraName(name: string): boolean {
  return /^[0-9 ]+$/.test(name) || /[0-9]{3}/.test(cameraPrefix.exec(name)?.[1] ?? "");
}

/**
 * Returns the title that a video's file name proposes, such as "Violão aula 1" for "violão_aula-1.mp4"; empty if it
 * says nothing.
 */
export function titleFromFile(fileName: string): string {
  const words = fileName
    .replace(/\.[a-z0-9]{2,4}$/i, "")
    .replace(/[_.\s-]+/g, " ")
    .trim();
  const plain = removeAccents(words);
  if (words === "" || isCameraName(plain)) return "";
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, titleMaxLength).trim();
}
