const leading =
  /^\/(?:marketplace|purchases|saved|creator\/videos|videos\/[^/]+|creators\/[^/]+|courses\/[^/]+)?$/;

/** For a link that leads back without script. Marketplace if the referring page is another site's, or a form. */
export function decidePageBefore(referer: string | null, appUrl: string): string {
  if (referer === null || !URL.canParse(referer)) return "/marketplace";
  const { origin, pathname, search } = new URL(referer);
  const isLeading = origin === new URL(appUrl).origin && leading.test(pathname);
  return isLeading ? `${pathname}${search}` : "/marketplace";
}
