import { foldText } from "~/i18n/accents";

const lettersAndDigits = /^[\p{L}\p{N}]$/u;

/** Removes characters that a message adds to a link. Only for parts that end in a letter or digit. */
export function withoutMessageSigns(part: string): string {
  let end = part.length;
  while (end > 0 && !lettersAndDigits.test(part.charAt(end - 1))) end -= 1;
  return part.slice(0, end);
}

/** In characters. */
const maxSlugLength = 60;

const shortIdLength = 8;

export type VideoAddress = { id: string } | { shortId: string; slug: string };

/** Lower-case Latin letters and digits with hyphens between them. */
export function titleSlug(title: string): string {
  const slug = foldText(title)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  if (slug.length <= maxSlugLength) return slug || "video";
  const cut = slug.slice(0, maxSlugLength + 1);
  return cut.slice(0, cut.lastIndexOf("-") > 0 ? cut.lastIndexOf("-") : maxSlugLength);
}

export function videoPath({ id, title, lesson_count }: Addressed): string {
  const area = typeof lesson_count === "number" ? "courses" : "videos";
  return `/${area}/${titleSlug(title)}-${id.slice(0, shortIdLength)}`;
}

interface Addressed {
  id: string;
  title: string;
  /** Undefined if it is not known, null of a video. */
  lesson_count?: number | null | undefined;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const slugAndId = /^(?:(.*)-)?([0-9a-f]{8})$/s;

/** In any case and as shared; undefined if it has no id. */
export function parseVideoAddress(part: string | undefined): VideoAddress | undefined {
  const text = withoutMessageSigns(part ?? "").toLowerCase();
  if (uuid.test(text)) return { id: text };
  const [, slug = "", shortId] = slugAndId.exec(text) ?? [];
  return shortId ? { shortId, slug } : undefined;
}

/** The first and the last UUID that begin with a short id. */
export function idsOf(shortId: string): { first: string; last: string } {
  return { first: `${shortId}-0000-0000-0000-000000000000`, last: `${shortId}-ffff-ffff-ffff-ffffffffffff` };
}

/** Of videos whose ids begin alike, the oldest first: the one with the slug, otherwise the first. */
export function chooseByAddress<Video extends { title: string }>(
  videos: readonly Video[],
  address: VideoAddress,
): Video | undefined {
  const spelt = "slug" in address ? videos.find(({ title }) => titleSlug(title) === address.slug) : undefined;
  return spelt ?? videos[0];
}
