import type { LoaderFunctionArgs } from "@remix-run/node";
import { findCreatorPicture, findVideoPicture } from "~/features/shop/sharing/find-share-picture.server";
import { revocableCaching } from "~/integrations/storage/file-headers";
import { parseId } from "~/platform/forms/record-id";

/** For messengers (Open Graph). Its path changes with its content. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const id = parseId(params.videoId ?? params.creatorId);
  const find = params.videoId === undefined ? findCreatorPicture : findVideoPicture;
  const picture = id && (await find(context.services, id, pathname));
  if (!picture || (!picture.ok && picture.error === "notFound")) return new Response(null, { status: 404 });
  if (!picture.ok) return new Response(null, { status: 503, headers: { "Retry-After": "5" } });
  return new Response(new Uint8Array(picture.jpeg), {
    headers: {
      "Content-Type": "image/jpeg",
      "Cache-Control": picture.current ? revocableCaching : "public, max-age=300, s-maxage=60",
    },
  });
}
