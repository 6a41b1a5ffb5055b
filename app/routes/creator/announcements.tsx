import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refuseManyEdits } from "~/features/base/accounts/try-limits.server";
import { listCouponProducts } from "~/features/orders/coupons/coupons.queries.server";
import { announcementForm } from "~/features/shop/announcements/announcement-form";
import {
  AnnouncementForm,
  MailPreview,
  OwnAnnouncements,
} from "~/features/shop/announcements/announcements-page";
import {
  previewAnnouncement,
  sendAnnouncement,
} from "~/features/shop/announcements/send-announcement.server";
import { showOwnAnnouncements } from "~/features/shop/announcements/show-announcements.server";
import { creatorTitle } from "~/i18n/creator-titles";
import { decideLocale } from "~/i18n/page-language";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { parseFields, problemWith, readForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { parseCursor } from "~/platform/keyset";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import { requireCreator } from "~/server/guards.server";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";
import { PageLinks } from "~/ui/page-links";

const path = "/creator/announcements";

export const meta: MetaFunction = (page) => creatorTitle(page, "announcements");

export const headers = retryAfterHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const { db, env } = context.services;
  const url = new URL(request.url);
  const after = parseCursor(url.searchParams.get("after"));
  const [products, shown] = await Promise.all([
    listCouponProducts(db, creatorId),
    showOwnAnnouncements(db, { creatorId, after, locale: decideLocale(url) }),
  ]);
  return {
    products: products.map(({ id, title }) => ({ id, title })),
    isFirst: !after,
    from: env.MAIL_FROM,
    ...shown,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireCreator({ request, context });
  const { services } = context;
  const creatorId = viewer.userId;
  const fields = await readForm(request);
  const { intent } = fields;
  if (intent !== "send" && intent !== "preview") throw new Response(null, { status: 400 });
  const limited = await refuseManyEdits(context, creatorId, fields);
  if (limited) return limited;
  const form = parseFields(announcementForm, fields);
  if (!form.ok) return refuse(form.problem);
  if (intent === "preview") {
    const locale = decideLocale(new URL(request.url));
    const parts = await previewAnnouncement(services, { creatorId, form: form.value, locale });
    if (!parts) throw new Response(null, { status: 404 });
    return data({ preview: parts, values: fields });
  }
  const by = actorOf(context, request, viewer);
  const sent = await sendAnnouncement(services, { form: form.value, by });
  if (!sent.ok) {
    if (sent.error === "notFound") throw new Response(null, { status: 404 });
    return refuse(problemWith(fields, { productId: `announcements.${sent.error}` }));
  }
  const flash = {
    tone: "success",
    title: "announcements.sent",
    description: "announcements.sentText",
  } as const;
  return goTo(path, { request, context, flash });
}

export default function Announcements() {
  const { products, announcements, next, isFirst, from } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const preview = answered && "preview" in answered ? answered : undefined;
  const { failed, errorOf, field } = useActionResult(
    answered && "preview" in answered ? undefined : answered,
  );
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        above={<BackLink {...linkTo("/creator/questions")}>{t("creator.navItems.questions")}</BackLink>}
        title={t("announcements.title")}
        description={t("announcements.text")}
        className="mb-6"
      />
      <AnnouncementForm
        key={announcements[0]?.id}
        products={products}
        failed={failed}
        errorOf={errorOf}
        field={(name, value) => field(name, preview?.values[name] ?? value)}
      />
      {preview && <MailPreview parts={preview.preview} from={from} />}
      <div className="mt-8">
        <OwnAnnouncements announcements={announcements} />
      </div>
      <PageLinks
        first={isFirst ? undefined : { ...linkTo(path), label: t("announcements.first") }}
        next={next ? { ...linkTo(`${path}?after=${next}`), label: t("announcements.more") } : undefined}
      />
    </div>
  );
}
