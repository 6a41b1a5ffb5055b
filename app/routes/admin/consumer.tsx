import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SaleStatusBadge } from "~/features/money/ledger/sale-status-badge";
import { PersonRows } from "~/features/office/people/person-rows";
import { GrantList, PersonFacts, PersonStory } from "~/features/office/people/person-story";
import { showConsumerPage } from "~/features/office/people/show-person.server";
import { AccountSteps, StandingBadges } from "~/features/office/people/step-dialog";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { parseId } from "~/platform/forms/record-id";
import { parseCursor } from "~/platform/keyset";
import { requireAdmin } from "~/server/guards.server";
import { hasRecentProof } from "~/server/recent-proof.server";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = () => officeTitle("adminConsumer");

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId: viewerId } = await requireAdmin({ request, context });
  const id = parseId(params.consumerId);
  const { searchParams } = new URL(request.url);
  const after = parseCursor(searchParams.get("after"));
  const story = parseCursor(searchParams.get("story"));
  const shown = id && (await showConsumerPage(context.services, { id, viewerId, after, story }));
  if (!shown) throw new Response(null, { status: 404 });
  return { ...shown, proofNeeded: !(await hasRecentProof(context, request)) };
}

export default function AdminConsumer() {
  const { consumer, standing, purchases, grants, story, next, proofNeeded } = useLoaderData<typeof loader>();
  const t = useText();
  return (
    <>
      <PageHeader
        above={<BackLink to="/admin/consumers">{t("people.consumers")}</BackLink>}
        title={consumer.name}
        description={<StandingBadges standing={standing} />}
        actions={<AccountSteps standing={standing} from="consumers" proofNeeded={proofNeeded} />}
      />
      <div className="mt-6 grid items-start gap-8 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <PersonStory story={story} />
        <PersonFacts
          facts={[
            [t("people.email"), consumer.email],
            [t("people.registered"), consumer.registered],
          ]}
        />
      </div>
      <PersonRows
        id="purchases"
        title={t("people.purchases")}
        icon="wallet"
        none={t("people.noPurchases")}
        rows={purchases.map(({ amount_cents, status, ...sale }) => ({
          ...sale,
          cents: amount_cents,
          state: <SaleStatusBadge status={status} />,
        }))}
        older={next ? { to: `?after=${next}`, label: t("people.olderPurchases") } : undefined}
      />
      <GrantList grants={grants} />
    </>
  );
}
