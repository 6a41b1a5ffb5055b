import type { LoaderFunctionArgs } from "@remix-run/node";
import { listOwnTitles } from "~/features/studio/dashboard/figures.queries.server";
import { parseFiguresPeriod } from "~/features/studio/dashboard/figures-view";
import { writeFiguresCsv } from "~/features/studio/dashboard/show-figures.server";
import { serverTexts } from "~/i18n/i18next.server";
import { decideLocale } from "~/i18n/page-language";
import { parseId } from "~/platform/forms/record-id";
import { answerCsv } from "~/server/answer-file.server";
import { requireCreator } from "~/server/guards.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const { db, clock } = context.services;
  const url = new URL(request.url);
  const query = url.searchParams;
  const { from, until } = parseFiguresPeriod(query.get("from"), query.get("until"), clock());
  const videoId = parseId(query.get("video"));
  if (query.get("video") && !(videoId && (await listOwnTitles(db, creatorId, [videoId])).length > 0))
    throw new Response(null, { status: 404 });
  const t = serverTexts[decideLocale(url)];
  const file = `${t("figures.file")}-${from}-${until}.csv`;
  return answerCsv({ request, context }, file, writeFiguresCsv(db, { creatorId, from, until, videoId }, t));
}
