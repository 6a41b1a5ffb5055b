import type { MessageKey } from "~/i18n/message-key";
import { thumbnailMaxBytes, thumbnailMimeTypes, videoMaxBytes, videoMimeTypes } from "./upload-limits";

const rules = {
  video: {
    types: videoMimeTypes as readonly string[],
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
 * Checks a file as it is chosen, to spare its sending (spec section 5). What counts is the server's look at the
 * content; a type the browser does not know is left to it.
 * Takes the file's size in bytes and the type the browser declares; gives the message, or undefined when it may go.
 */
export function checkChosenFile(
  kind: keyof typeof rules,
  file: { size: number; type: string },
): MessageKey | undefined {
  const { types, maxBytes, badType, tooLarge } = rules[kind];
  if (file.type !== "" && !types.includes(file.type) && file.type !== "video/x-m4v") return badType;
  return file.size > maxBytes ? tooLarge : undefined;
}
