import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CreatorBalances } from "~/features/admin/creator-balances";
import { PaymentDetails } from "~/features/admin/payment-details";
import { PersonFacts } from "~/features/admin/person-facts";
import { parsePersonId } from "~/features/admin/person-id";
import { PersonRows } from "~/features/admin/person-rows";
import { showCreatorPage } from "~/features/admin/show-person.server";
import { metaText } from "~/i18n/meta-text";
import { useText } from "~/i18n/use-locale";
import { requireAdmin } from "~/platform/guards.server";
import { parseCursor } from "~/platform/keyset";
import { BackLink } from "~/ui/back-link";
import { Badge } from "~/ui/badge";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ location }) => metaText(location, "adminCreator");

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const id = parsePersonId(params.creatorId);
  const after = parseCursor(new URL(request.url).searchParams.get("after"));
  const shown = id && (await showCreatorPage(context.services, id, after));
  if (!shown) throw new Response(null, { status: 404 });
  return shown;
}

const states = {
  shown: { tone: "success", label: "people.videoShown" },
  unfinished: { tone: "neutral", label: "people.videoUnfinished" },
  deleted: { tone: "warn", label: "people.videoDeleted" },
} as const;

/** A creator as administrators see them: profile, balance, videos. */
export default function AdminCreator() {
  const { creator, balances, videos, next } = useLoaderData<typeof loader>();
  const t = useText();
  return (
    <>
      <PageHeader
        above={<BackLink to="/admin/creators">{t("people.creators")}</BackLink>}
        title={creator.name}
      />
      <PersonFacts
        facts={[
          [t("people.email"), creator.email],
          [t("people.country"), <Badge key="country">{creator.country}</Badge>],
          [t("people.registered"), creator.registered],
          [
            t("people.method"),
            <Badge key="method" tone="info">
              {creator.method}
            </Badge>,
          ],
          [t("people.details"), <PaymentDetails key="details" creator={creator} />],
        ]}
      />
      <CreatorBalances balances={balances} />
      <PersonRows
        id="videos"
        title={t("people.videos")}
        icon="video"
        none={t("people.noVideos")}
        rows={videos.map(({ price_cents, state, ...video }) => ({
          ...video,
          cents: price_cents,
          state: <Badge tone={states[state].tone}>{t(states[state].label)}</Badge>,
        }))}
        older={next ? { to: `?after=${next}`, label: t("people.olderVideos") } : undefined}
      />
    </>
  );
}
