import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { ErrorPage, NotFound } from "~/document/error-page";
import { type PopularVideo, PopularVideos } from "~/features/shop/catalog/popular-videos";
import { showPopular } from "~/features/shop/catalog/show-landing.server";

/** product.md, Unknown path. Thrown, so that every method gets a 404. */
export async function loader({ context }: LoaderFunctionArgs) {
  throw data(await showPopular(context.services), { status: 404 });
}

export async function action() {
  throw new Response(null, { status: 404 });
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage />;
  const videos: PopularVideo[] = Array.isArray(error.data) ? error.data : [];
  return (
    <NotFound>
      <PopularVideos videos={videos} />
    </NotFound>
  );
}

export default NotFound;
