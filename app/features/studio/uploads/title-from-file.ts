import { removeAccents } from "~/features/base/form-fields/accents";
import { titleMaxLength } from "~/features/videos/listing/description-lengths";

/** Names that cameras and messengers give: they say nothing about the video. */
const cameraName =
  /^(?:(?:vid|img|mov|mvi|dsc|dji|gopr?|pxl|video|screen ?recording|gravacao|whatsapp video)[ 0-9a-z]*\d{3,}.*|[0-9 ]+)$/i;

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
  if (words === "" || cameraName.test(plain)) return "";
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, titleMaxLength).trim();
}
