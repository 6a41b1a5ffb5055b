import type { MessageKey } from "~/i18n/message-key";
import { thumbnailMaxBytes, thumbnailMimeTypes, videoMaxBytes } from "./upload-limits";

/**
 * The names under which systems know an MP4, a MOV and an AVI: the browser takes the type from the system, by the file's
 * ending. So an AVI is `video/x-msvideo` or, since shared-mime-info 2.3, `video/vnd.avi` on Linux, `video/avi` on Windows.
 */
const videoTypes: readonly string[] = [
  "video/mp4",
  "video/mp4v-es",
  "video/x-m4v",
  "application/mp4",
  "video/quicktime",
  "video/x-quicktime",
  "video/x-msvideo",
  "video/vnd.avi",
  "video/avi",
  "video/x-avi",
  "video/msvideo",
  "video/divx",
  "video/vnd.divx",
];

/** What browsers declare of a file that they know nothing of. */
const unknownTypes: readonly string[] = ["", "application/octet-stream"];

const rules = {
  video: {
    types: videoTypes,
    maxBytes: videoMaxBytes,
    badType: "videos.videoFormat",
    tooLarge: "videos.videoTooLarge",
  },
  thumbnail: {
    types: thumbnailMimeTypes as readonly string[],
    maxBytes: thumbnailMaxBytes,
    badType: "videos.thumbnailFormat",
    tooLarge: "videos.thumbnailTooLarge",
  },
} as const satisfies Record<
  string,
  { types: readonly string[]; maxBytes: number; badType: MessageKey; tooLarge: MessageKey }
>;

/**
 * Checks a file as it is chosen, to spare its sending (product.md, Validation). What counts is the server's look at the
 * content; a type the browser does not know is left to it.
 * Takes the file's size in bytes and the type the browser declares; gives the message, or undefined when it may go.
 */
export function checkChosenFile(
  kind: keyof typeof rules,
  file: { size: number; type: string },
): MessageKey | undefined {
  const { types, maxBytes, badType, tooLarge } = rules[kind];
  if (!unknownTypes.includes(file.type) && !types.includes(file.type)) return badType;
  return file.size > maxBytes ? tooLarge : undefined;
}
