/** The pages that lead to a video's player. */
const leading =
  /^\/(?:marketplace|purchases|saved|creator\/videos|videos\/[^/]+|creators\/[^/]+|courses\/[^/]+)?$/;

/**
 * Returns the path of the page before, with its query, for a link that leads back without script; the marketplace if
 * the page before is another site's, or a form. `referer`: the request's header
 */
export function decidePageBefore(referer: string | null, appUrl: string): string {
  if (referer === null || !URL.canParse(referer)) return "/marketplace";
  const { origin, pathname, search } = new URL(referer);
  const isLeading = origin === new URL(appUrl).origin && leading.test(pathname);
  return isLeading ? `${pathname}${search}` : "/marketplace";
}
