import type { LoaderFunctionArgs } from "@remix-run/node";
import { brandName } from "~/brand";
import { describeTranscript, showTranscript } from "~/features/playback/player/show-transcript.server";
import { serverTexts } from "~/i18n/i18next.server";
import { languages } from "~/i18n/languages";
import { decideLocale } from "~/i18n/page-language";
import { parseId } from "~/platform/forms/record-id";
import { answerPdf } from "~/server/answer-file.server";
import { requireViewer } from "~/server/guards.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const url = new URL(request.url);
  const locale = decideLocale(url);
  const courseId = parseId(url.searchParams.get("course") ?? undefined);
  const transcript = await showTranscript(context.services.db, viewer, {
    rawId: params.videoId,
    courseId,
    locale,
  });
  if (!transcript.ok) throw new Response(null, { status: transcript.status });
  const head = {
    title: transcript.shown.title,
    language: transcript.shown.lessons[0]?.language ?? languages[locale].tag,
    issuer: brandName,
    pageLabel: serverTexts[locale]("receipt.page"),
  };
  return answerPdf({ request, context }, `${locale === "en" ? "transcript" : "transcricao"}.pdf`, {
    head,
    blocks: describeTranscript(transcript.shown),
  });
}
