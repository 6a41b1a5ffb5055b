import type { LoaderFunctionArgs } from "@remix-run/node";
import { countSearch, loadSuggestions } from "~/features/shop/catalog/list-marketplace.server";
import { cleanSearch } from "~/features/shop/catalog/search-text";
import { decideLocale } from "~/i18n/page-language";
import { currentViewer } from "~/platform/context.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, clientAddress } = context;
  const url = new URL(request.url);
  const viewer = await currentViewer(context, request);
  const taken = await countSearch(services.rateLimits, { userId: viewer?.userId, clientAddress });
  if (!taken.ok)
    return new Response(null, { status: 429, headers: { "Retry-After": String(taken.retryAfterSeconds) } });
  const search = cleanSearch(url.searchParams.get("q"));
  const suggestions = await loadSuggestions(services.db, search, decideLocale(url));
  return Response.json(suggestions, { headers: { "Cache-Control": "private, max-age=60" } });
}
