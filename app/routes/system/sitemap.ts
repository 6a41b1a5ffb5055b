import type { LoaderFunctionArgs } from "@remix-run/node";
import { listSitemapVideos } from "~/features/catalog/shop-videos.queries.server";

/** The public pages and the newest videos, for search engines (sitemaps.org; at most 50,000 addresses a file). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { db, env } = context.services;
  const videos = await listSitemapVideos(db);
  const urls = [
    ...["/", "/marketplace", "/creator-register", "/consumer-login"].map((path) => entry(env.APP_URL + path)),
    ...videos.map((video) => entry(`${env.APP_URL}/videos/${video.id}`, video.published_at ?? undefined)),
  ];
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
  return new Response(body, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}

function entry(address: string, changed?: Date): string {
  const date = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : "";
  return `<url><loc>${address}</loc>${date}</url>`;
}
