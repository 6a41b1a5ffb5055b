import type { LoaderFunctionArgs } from "@remix-run/node";

/** What search engines may read: the public pages. The rest asks them for a login anyway. */
export function loader({ context }: LoaderFunctionArgs) {
  const lines = [
    "User-agent: *",
    ...["/account", "/admin", "/auth/", "/checkout/", "/creator/", "/files/", "/watch/"].map(
      (path) => `Disallow: ${path}`,
    ),
    "",
    `Sitemap: ${context.services.env.APP_URL}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
