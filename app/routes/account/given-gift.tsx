import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findGivenGift } from "~/features/orders/gifts/gifts.queries.server";
import { GivenGift } from "~/features/orders/gifts/given-gift";
import { changeGift, makeAccessPath } from "~/features/orders/gifts/take-access.server";
import { AccountPage } from "~/features/shop/catalog/shop-page";
import { formatDay } from "~/i18n/dates";
import { LearningTexts } from "~/i18n/learning-texts";
import { decideLocale } from "~/i18n/page-language";
import { metaText } from "~/i18n/page-titles";
import { useText } from "~/i18n/use-locale";
import { problemWith, readForm, refuse } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";

export const meta: MetaFunction = ({ location }) => metaText(location, "givenGift");

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireViewer({ request, context });
  const { db, env, clock } = context.services;
  const saleId = parseId(params.saleId);
  const gift = saleId && (await findGivenGift(db, { consumerId: userId, saleId }));
  if (!gift) throw new Response(null, { status: 404 });
  const locale = decideLocale(new URL(request.url));
  const link = { kind: "gift", id: gift.id, version: gift.link_version } as const;
  const isOpen = gift.status === "completed" && gift.taken_at === null;
  const isLater = gift.deliver_at !== null && gift.deliver_at > clock();
  return {
    id: gift.id,
    title: gift.title,
    thumbnailUrl: gift.thumbnail_url,
    state: gift.taken_at
      ? ("taken" as const)
      : isOpen
        ? ("open" as const)
        : gift.status === "pending" || gift.status === "processing"
          ? ("waiting" as const)
          : ("undone" as const),
    stillValid: gift.status === "completed",
    takenOn: gift.taken_at && formatDay(gift.taken_at, locale),
    email: gift.email,
    sendsOn: isLater && gift.deliver_at ? formatDay(gift.deliver_at, locale) : null,
    link: isOpen ? env.APP_URL + makeAccessPath(env.SESSION_SECRET, link) : null,
  };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userId } = await requireViewer({ request, context });
  const fields = await readForm(request);
  const saleId = parseId(params.saleId);
  const locale = decideLocale(new URL(request.url));
  const changed = saleId
    ? await changeGift(context.services, { consumerId: userId, saleId, locale }, fields)
    : ({ ok: false, error: "notFound" } as const);
  const page = `/purchases/${saleId}/gift`;
  if (changed.ok)
    return goTo(page, { request, context, flash: { tone: "success", title: `gifts.${changed.done}` } });
  if ("email" in changed) return refuse(problemWith(fields, { email: changed.email }));
  if (changed.error === "taken")
    return goTo(page, { request, context, flash: { tone: "info", title: "gifts.taken" } });
  throw new Response(null, { status: 404 });
}

export default function Given() {
  return (
    <LearningTexts>
      <Content />
    </LearningTexts>
  );
}

function Content() {
  const gift = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  return (
    <AccountPage title={t("gifts.givenTitle")} description={gift.title}>
      <GivenGift gift={gift} result={result} />
    </AccountPage>
  );
}
