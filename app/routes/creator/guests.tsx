import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refuseManyEdits } from "~/features/base/accounts/try-limits.server";
import { GuestForm, GuestList } from "~/features/orders/gifts/guest-list";
import { findInvitingProduct, listInvitations } from "~/features/orders/gifts/invitations.queries.server";
import { changeGuests } from "~/features/orders/gifts/invite-guests.server";
import { creatorTitle } from "~/i18n/creator-titles";
import { formatDay } from "~/i18n/dates";
import { decideLocale } from "~/i18n/page-language";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { readForm, refuse } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { requireCreator } from "~/server/guards.server";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = (page) => creatorTitle(page, "guests");

export const headers = retryAfterHeaders;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const { db } = context.services;
  const productId = parseId(params.videoId);
  const ownProduct = productId && { creatorId: userId, productId };
  const product = ownProduct && (await findInvitingProduct(db, ownProduct));
  if (!ownProduct || !product) throw new Response(null, { status: 404 });
  const locale = decideLocale(new URL(request.url));
  const invitations = await listInvitations(db, ownProduct);
  return {
    product,
    guests: invitations.map(({ id, email, created_at, taken_at, is_declined }) => ({
      id,
      email,
      declined: is_declined,
      invitedOn: formatDay(created_at, locale),
      takenOn: taken_at && formatDay(taken_at, locale),
    })),
  };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const fields = await readForm(request);
  const refused = await refuseManyEdits(context, userId, fields);
  if (refused) return refused;
  const productId = parseId(params.videoId);
  if (!productId) throw new Response(null, { status: 404 });
  const changed = await changeGuests(context.services, { creatorId: userId, productId }, fields);
  if (changed.ok) {
    const flash = { tone: "success", title: `guests.${changed.done}` } as const;
    return goTo(`/creator/videos/${productId}/guests`, { request, context, flash });
  }
  if ("error" in changed) throw new Response(null, { status: 404 });
  return refuse(changed.problem);
}

export default function Guests() {
  const { product, guests } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        above={<BackLink {...linkTo(`/creator/videos/${product.id}/edit`)}>{product.title}</BackLink>}
        title={t("guests.title")}
        description={t("guests.intro")}
        className="mb-8"
      />
      <GuestForm result={result} />
      <GuestList guests={guests} />
    </div>
  );
}
