import type { LoaderFunctionArgs } from "@remix-run/node";
import { countSitemapVideos } from "~/features/shop/sharing/sitemap.queries.server";
import {
  allIds,
  listSitemapParts,
  parseSitemapPart,
  sitemapIndex,
  sitemapPages,
} from "~/features/shop/sharing/sitemap-xml";
import { writeSitemap } from "~/features/shop/sharing/write-sitemap.server";
import { listPageAddresses } from "~/i18n/page-addresses";
import { streamToClient } from "~/platform/client-stream.server";

/** Of a divided sitemap. */
const pagesPart = "pages";

/** sitemaps.org: one file, or an index of parts `/sitemaps/<first digits of the ids>.xml`. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { db, env } = context.services;
  const { part } = params;
  const name = part?.replace(/\.xml$/, "");
  const range = part === undefined ? allIds : parseSitemapPart(name);
  if (!range && name !== pagesPart) return new Response(null, { status: 404 });
  const headers = {
    "Content-Type": "application/xml; charset=utf-8",
    "Cache-Control": "public, max-age=3600",
  };
  const parts = part === undefined ? listSitemapParts(await countSitemapVideos(db)) : [];
  if (parts.length > 0) {
    const addresses = [pagesPart, ...parts].map((name) => `${env.APP_URL}/sitemaps/${name}.xml`);
    return new Response(sitemapIndex(addresses), { headers });
  }
  const pieces = writeSitemap(db, {
    appUrl: env.APP_URL,
    pages: part === undefined || name === pagesPart ? sitemapPages : [],
    range,
    addressesOf: (path) => listPageAddresses(env.APP_URL, path),
  });
  const first = await pieces.next();
  if (request.method === "HEAD") {
    await pieces.return(undefined);
    return new Response(null, { headers });
  }
  const client = { waitForDrain: context.waitForDrain, signal: request.signal };
  const body = streamToClient(startWith(first, pieces), client);
  return new Response(body, { headers });
}

async function* startWith(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<Uint8Array> {
  if (!first.done) yield Buffer.from(first.value);
  for await (const piece of rest) yield Buffer.from(piece);
}
