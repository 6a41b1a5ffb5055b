import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { brandName } from "~/brand";
import { deviceOf } from "~/features/playback/access/find-watch-access.server";
import { parsePosition } from "~/features/playback/access/parse-position";
import { placesPath } from "~/features/playback/access/watch-access";
import { findCoursePlace } from "~/features/playback/certificates/show-lessons.server";
import {
  decidePageBefore,
  findWatchPage,
  showWatchPage,
} from "~/features/shop/watch-page/show-watch-page.server";
import { WatchFrame } from "~/features/shop/watch-page/watch-frame";
import { parsePart } from "~/features/videos/courses/course-folding";
import { parseLanguage } from "~/features/videos/listing/spoken-language";
import { decideLocale } from "~/i18n/page-language";
import { PlayerTexts } from "~/i18n/player-texts";
import { ShopTexts } from "~/i18n/shop-texts";
import { parseId } from "~/platform/forms/record-id";
import { goTo } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.video.title} · ${brandName}` : brandName },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const url = new URL(request.url);
  const videoId = parseId(params.videoId);
  const found = videoId ? await findWatchPage(context.services.db, viewer, videoId) : undefined;
  const watched = found
    ? await showWatchPage({ ...context.services, log: context.log }, viewer, found, {
        locale: decideLocale(url),
        moment: parsePosition(url.searchParams.get("t") ?? undefined),
        transcript: parseLanguage(url.searchParams.get("transcript") ?? ""),
        plays: url.searchParams.get("play") === "1",
        courseId: parseId(url.searchParams.get("course")),
        part: parsePart(url),
        savesData: request.headers.get("Save-Data") === "on",
        client: deviceOf(context, request),
        opens: request.method === "GET" && !isFrom(request, url),
      })
    : ({ access: "notFound" } as const);
  if (watched.access === "notFound") {
    const flash = { tone: "error", title: "watch.notFound" } as const;
    throw await goTo("/marketplace", { request, context, flash });
  }
  if (watched.access === "elsewhere")
    throw await goTo(placesPath(videoId ?? "", parseId(url.searchParams.get("course"))), {
      request,
      context,
    });
  if (watched.access === "mustBuy" && watched.coursePath)
    throw await goTo(watched.coursePath, { request, context });
  if (watched.video.isCourse && "player" in watched) {
    const course = { courseId: watched.video.id, viewerId: viewer.userId };
    const lessonId = await findCoursePlace(context.services.db, course);
    if (!lessonId) throw new Response(null, { status: 404 });
    throw await goTo(`/watch/${lessonId}?course=${course.courseId}`, { request, context });
  }
  const appUrl = context.services.env.APP_URL;
  return { ...watched, back: decidePageBefore(request.headers.get("Referer"), appUrl), appUrl };
}

/** The page reloads its data after a form. */
function isFrom(request: Request, page: URL): boolean {
  const referrer = request.headers.get("Referer") ?? "";
  return URL.canParse(referrer) && new URL(referrer).pathname === page.pathname;
}

/** Forms of questions and notes return the newest ones: the player keeps its link. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formAction, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && !/\/(?:questions|notes)\b/.test(formAction ?? "");

export default function Watch() {
  const watched = useLoaderData<typeof loader>();
  return (
    <ShopTexts>
      <PlayerTexts>
        <WatchFrame watched={watched} />
      </PlayerTexts>
    </ShopTexts>
  );
}
