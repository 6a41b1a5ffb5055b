import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DetailsHistory, HeldDetailsNotice } from "~/features/money/payees/details-history";
import { showTaxId } from "~/features/money/payees/stored-tax-id.server";
import { PaymentDetails } from "~/features/office/people/payment-details";
import { CreatorBalances, CreatorVideos } from "~/features/office/people/person-rows";
import { GrantList, PersonFacts, PersonStory } from "~/features/office/people/person-story";
import { showCreatorPage } from "~/features/office/people/show-person.server";
import { AccountSteps, StandingBadges } from "~/features/office/people/step-dialog";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { parseId } from "~/platform/forms/record-id";
import { parseCursor } from "~/platform/keyset";
import { actorOf } from "~/platform/session/actor.server";
import { requireAdmin } from "~/server/guards.server";
import { hasRecentProof } from "~/server/recent-proof.server";
import { Badge } from "~/ui/badge";
import { Notice } from "~/ui/notice";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = () => officeTitle("adminCreator");

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const id = parseId(params.creatorId);
  const { searchParams } = new URL(request.url);
  const after = parseCursor(searchParams.get("after"));
  const story = parseCursor(searchParams.get("story"));
  const opening = { creatorId: parseId(searchParams.get("open")), by: actorOf(context, request, viewer) };
  const shown =
    id && (await showCreatorPage(context.services, { id, viewerId: viewer.userId, after, story, opening }));
  if (!shown) throw new Response(null, { status: 404 });
  const [taxId, proved] = await Promise.all([
    showTaxId(context.services, id),
    hasRecentProof(context, request),
  ]);
  return { ...shown, taxId, proofNeeded: !proved };
}

export default function AdminCreator() {
  const { creator, standing, details, balances, videos, grants, story, next, taxId, proofNeeded } =
    useLoaderData<typeof loader>();
  const t = useText();
  return (
    <>
      <PageHeader
        above={<BackLink to="/admin/creators">{t("people.creators")}</BackLink>}
        title={creator.name}
        description={<StandingBadges standing={standing} />}
        actions={<AccountSteps standing={standing} from="creators" proofNeeded={proofNeeded} />}
      />
      {details.held && <HeldDetailsNotice held={details.held} audience="administrator" />}
      {standing.suspended && (
        <Notice tone="warn" className="mt-6">
          {t("audit.payoutsHeld")}
        </Notice>
      )}
      <div className="mt-6 grid items-start gap-8 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <PersonStory story={story} />
        <div className="space-y-4 max-lg:row-start-1">
          <CreatorBalances creatorId={creator.id} balances={balances} />
          <PersonFacts
            facts={[
              [t("people.email"), creator.email],
              [t("people.country"), <Badge key="country">{creator.country}</Badge>],
              [t("people.registered"), creator.registered],
              [t("people.taxId"), taxId ?? t("people.taxIdMissing")],
              [
                t("people.method"),
                <Badge key="method" tone="info">
                  {creator.method}
                </Badge>,
              ],
              [t("people.details"), <PaymentDetails key="details" creator={creator} />],
            ]}
          />
          <DetailsHistory changes={details.changes} />
        </div>
      </div>
      <CreatorVideos videos={videos} next={next} proofNeeded={proofNeeded} />
      <GrantList grants={grants} />
    </>
  );
}
