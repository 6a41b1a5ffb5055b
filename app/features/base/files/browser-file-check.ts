import type { MessageKey } from "~/i18n/message-key";
import { thumbnailMaxBytes, thumbnailMimeTypes } from "./accepted-pictures";
import { trailerMaxBytes, videoMaxBytes, videoTypes } from "./accepted-videos";

/** The type that browsers declare for an unknown file. */
const unknownTypes: readonly string[] = ["", "application/octet-stream"];

const rules = {
  video: {
    types: videoTypes,
    maxBytes: videoMaxBytes,
    badType: "videos.videoFormat",
    tooLarge: "videos.videoTooLarge",
  },
  trailer: {
    types: videoTypes,
    maxBytes: trailerMaxBytes,
    badType: "videos.videoFormat",
    tooLarge: "previews.trailerTooLarge",
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
 * Checks a chosen file in the browser, before it is sent (product.md, Validation). The server decides by the content; a
 * type that the browser does not know is left to it.
 * `size` is in bytes, `type` as the browser declares it. Returns the message, undefined if the file is accepted.
 */
export function checkChosenFile(
  kind: keyof typeof rules,
  file: { size: number; type: string },
): MessageKey | undefined {
  const { types, maxBytes, badType, tooLarge } = rules[kind];
  if (!unknownTypes.includes(file.type) && !types.includes(file.type)) return badType;
  return file.size > maxBytes ? tooLarge : undefined;
}
