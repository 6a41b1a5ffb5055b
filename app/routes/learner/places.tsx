import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { brandName } from "~/brand";
import { findWatchAccess, mayPlayHere } from "~/features/playback/access/find-watch-access.server";
import { listOtherPlaces, stopOtherPlaces } from "~/features/playback/access/places.queries.server";
import { maxPlaces, placeOf } from "~/features/playback/access/watch-access";
import { lessonPath } from "~/features/playback/certificates/lessons-beside";
import { PlayerGlyph } from "~/features/playback/player/player-glyph";
import { ShopPage } from "~/features/shop/catalog/shop-page";
import { formatDateTime } from "~/i18n/dates";
import { decideLocale } from "~/i18n/page-language";
import { PlayerTexts } from "~/i18n/player-texts";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { readForm } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { goTo } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";
import { Button, ButtonLink } from "~/ui/button";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.title} · ${brandName}` : brandName },
  { name: "robots", content: "noindex" },
];

/** For people with access; others are redirected to the video's page. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const { db } = context.services;
  const videoId = parseId(params.videoId);
  const watched = videoId ? await findWatchAccess(db, viewer, videoId) : undefined;
  if (watched?.access !== "bought") throw await goTo(`/watch/${videoId ?? ""}`, { request, context });
  const places = await listOtherPlaces(db, { userId: viewer.userId, place: placeOf(viewer) });
  const locale = decideLocale(new URL(request.url));
  return {
    backTo: pathBack(request, watched.row.id),
    title: watched.row.title,
    playsHere: mayPlayHere(watched),
    places: places.map(({ device, address, title, opened_at }) => ({
      device,
      address,
      title,
      since: formatDateTime(opened_at, locale),
    })),
  };
}

/** Stops the other places and opens the video here. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const { intent } = await readForm(request);
  const videoId = parseId(params.videoId);
  if (intent !== "stop") return new Response(null, { status: 400 });
  await stopOtherPlaces(context.services.db, { userId: viewer.userId, place: placeOf(viewer) });
  return goTo(pathBack(request, videoId ?? ""), { request, context });
}

/** Beside the lessons of the course in the address. */
function pathBack(request: Request, videoId: string): string {
  const courseId = parseId(new URL(request.url).searchParams.get("course"));
  return courseId ? lessonPath(courseId, videoId) : `/watch/${videoId}`;
}

export default function Places() {
  return (
    <PlayerTexts>
      <PlacesPage />
    </PlayerTexts>
  );
}

function PlacesPage() {
  const { backTo, title, playsHere, places } = useLoaderData<typeof loader>();
  const t = useText();
  const linkTo = useLinkTo();
  const isFull = places.length >= maxPlaces;
  return (
    <ShopPage width="narrow" className="py-8 sm:py-12">
      <h1 className="text-3xl sm:text-4xl">
        {isFull
          ? t("player.placesFull", { number: places.length })
          : t(playsHere ? "player.placesOpen" : "player.placesStopped")}
      </h1>
      <p className="mt-4 text-ink-soft">
        {isFull || playsHere ? t("player.placesRule", { number: maxPlaces }) : t("player.placesStoppedText")}
        {isFull && ` ${t("player.placesFullText")}`}
      </p>
      {places.length > 0 && (
        <ul className="mt-6 divide-y divide-line rounded-card border border-line bg-surface px-4 sm:px-5">
          {places.map((place) => (
            <li key={`${place.since} ${place.device}`} className="flex items-center gap-4 py-4">
              <PlayerGlyph name="window" />
              <div className="min-w-0">
                <p className="font-semibold">{place.device ?? t("player.placesUnknown")}</p>
                <p className="text-sm text-ink-soft [overflow-wrap:anywhere]">
                  {place.title} · {place.since}
                  {place.address && ` · ${place.address}`}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {places.length > 0 && (
          <Form method="post">
            <Button name="intent" value="stop">
              {t("player.placesStop")}
            </Button>
          </Form>
        )}
        {(playsHere || places.length === 0) && (
          <ButtonLink {...linkTo(backTo)} variant="yours">
            {t("player.placesHere")}
          </ButtonLink>
        )}
        <ButtonLink {...linkTo("/purchases")} variant="quiet">
          {t("player.placesBack")}
        </ButtonLink>
      </div>
      <p className="mt-8 text-sm text-ink-soft">{t("player.placesNotYou")}</p>
      <p className="mt-2 sr-only">{title}</p>
    </ShopPage>
  );
}
