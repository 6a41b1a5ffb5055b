import { foldText } from "~/features/base/form-fields/accents";
import { withoutMessageSigns } from "~/features/base/form-fields/shared-address";

/** Limits the slug of an address, in characters. */
const maxSlugLength = 60;

/** Length of the part of the id that an address carries. */
const shortIdLength = 8;

/**
 * Identifier of a video in an address: its complete id, or the beginning of the id and a slug, which may be out
 * of date.
 */
export type VideoAddress = { id: string } | { shortId: string; slug: string };

/** Returns the words of a title for an address: lower-case Latin letters and digits with hyphens between them. */
export function titleSlug(title: string): string {
  const slug = foldText(title)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  if (slug.length <= maxSlugLength) return slug || "video";
  const cut = slug.slice(0, maxSlugLength + 1);
  return cut.slice(0, cut.lastIndexOf("-") > 0 ? cut.lastIndexOf("-") : maxSlugLength);
}

/**
 * Returns the path of a product's public page, such as `/videos/violao-para-iniciantes-7f80f745`. That of a course,
 * which has a number of lessons, begins with `/courses/`; at `/videos/` it is redirected.
 */
export function videoPath({ id, title, lesson_count }: Addressed): string {
  const area = typeof lesson_count === "number" ? "courses" : "videos";
  return `/${area}/${titleSlug(title)}-${id.slice(0, shortIdLength)}`;
}

interface Addressed {
  id: string;
  title: string;
  /** Undefined where it is not known, null of a video. */
  lesson_count?: number | null | undefined;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const slugAndId = /^(?:(.*)-)?([0-9a-f]{8})$/s;

/** Reads the part of an address that names a video, in any case and as shared; undefined if it has no id. */
export function parseVideoAddress(part: string | undefined): VideoAddress | undefined {
  const text = withoutMessageSigns(part ?? "").toLowerCase();
  if (uuid.test(text)) return { id: text };
  const [, slug = "", shortId] = slugAndId.exec(text) ?? [];
  return shortId ? { shortId, slug } : undefined;
}

/** Returns the first and the last UUID that begin with a short id. */
export function idsOf(shortId: string): { first: string; last: string } {
  return { first: `${shortId}-0000-0000-0000-000000000000`, last: `${shortId}-ffff-ffff-ffff-ffffffffffff` };
}

/**
 * Returns the video that an address means among those whose ids begin alike: the one with its slug, otherwise the
 * first.
 * `videos`: the oldest first
 */
export function chooseByAddress<Video extends { title: string }>(
  videos: readonly Video[],
  address: VideoAddress,
): Video | undefined {
  const spelt = "slug" in address ? videos.find(({ title }) => titleSlug(title) === address.slug) : undefined;
  return spelt ?? videos[0];
}
