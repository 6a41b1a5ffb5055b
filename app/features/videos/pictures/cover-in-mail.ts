import type { MailParts } from "~/features/base/mail/mail-parts";
import { coverJpegPath } from "./cover-jpeg-path";

/** Returns a video's cover as a mail shows it; undefined for a video without one. */
export function coverInMail(
  { title, thumbnail_url }: { title: string; thumbnail_url: string | null },
  appUrl: string,
): MailParts["picture"] {
  const path = coverJpegPath(thumbnail_url);
  return path === undefined ? undefined : { src: new URL(path, appUrl).href, alt: title };
}
