import type { LoaderFunctionArgs } from "@remix-run/node";
import { findCoverJpeg } from "~/features/videos/pictures/draw-cover.server";
import { revocableCaching } from "~/integrations/storage/file-headers";

/** For mails. The path identifies one stored picture, and expires with it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const cover = await findCoverJpeg(context.services, new URL(request.url).pathname);
  if (!cover.ok && cover.error === "busy")
    return new Response(null, { status: 503, headers: { "Retry-After": "5" } });
  if (!cover.ok) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(cover.jpeg), {
    headers: { "Content-Type": "image/jpeg", "Cache-Control": revocableCaching },
  });
}
