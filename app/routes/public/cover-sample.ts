import type { LoaderFunctionArgs } from "@remix-run/node";
import { coverHeight, coverWidth, drawCoverArt } from "~/features/videos/pictures/cover-art";
import { groundColours, isCoverDrawing, isCoverGround } from "~/features/videos/pictures/cover-designs";

/** Without a title, for the choice of covers. */
export function loader({ params }: LoaderFunctionArgs) {
  const [drawing, ground] = (params.design ?? "").replace(/\.svg$/, "").split("-");
  if (!isCoverDrawing(drawing) || !isCoverGround(ground)) return new Response(null, { status: 404 });
  const art = drawCoverArt(drawing, groundColours[ground]);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${coverWidth} ${coverHeight}">${art}</svg>`;
  return new Response(svg, {
    headers: { "Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=86400" },
  });
}
