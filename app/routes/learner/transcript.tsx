import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brandName } from "~/brand";
import { showTranscript } from "~/features/playback/player/show-transcript.server";
import { TranscriptPage } from "~/features/playback/player/transcript-page";
import { ShopPage } from "~/features/shop/catalog/shop-page";
import { decideLocale } from "~/i18n/page-language";
import { PlayerTexts } from "~/i18n/player-texts";
import { parseId } from "~/platform/forms/record-id";
import { requireViewer } from "~/server/guards.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.title} · ${brandName}` : brandName },
  { name: "robots", content: "noindex" },
];

/** Of a lesson, or of a whole course (`course`). */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const url = new URL(request.url);
  const courseId = parseId(url.searchParams.get("course") ?? undefined);
  const query = { rawId: params.videoId, courseId, locale: decideLocale(url) };
  const transcript = await showTranscript(context.services.db, viewer, query);
  if (!transcript.ok) throw new Response(null, { status: transcript.status });
  return transcript.shown;
}

export default function Transcript() {
  return (
    <PlayerTexts>
      <ShopPage width="medium" className="py-6 sm:py-10 print:py-0">
        <TranscriptPage {...useLoaderData<typeof loader>()} />
      </ShopPage>
    </PlayerTexts>
  );
}
