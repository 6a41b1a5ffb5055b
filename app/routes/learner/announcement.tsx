import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { brandName } from "~/brand";
import { announcementReportLimit } from "~/features/shop/announcements/announcement-form";
import { announcementPath } from "~/features/shop/announcements/announcement-list";
import { findAnnouncement } from "~/features/shop/announcements/announcements.queries.server";
import { reportAnnouncement } from "~/features/shop/announcements/report-announcement.server";
import { ShopPage } from "~/features/shop/catalog/shop-page";
import { reportForm } from "~/features/shop/reviews/review-form";
import { reportReasonMaxLength } from "~/features/shop/reviews/reviews-view";
import { formatDay } from "~/i18n/dates";
import { decideLocale } from "~/i18n/page-language";
import { pageTexts } from "~/i18n/text-group";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { parseFields, readForm, refuse, refuseTooMany } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import { requireViewer } from "~/server/guards.server";
import { Button, ButtonLink } from "~/ui/button";
import { TextAreaField } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";

const AnnouncementTexts = pageTexts(import.meta.glob("~/i18n/locales/*/announcements.ts"));

export const headers = retryAfterHeaders;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.subject} · ${brandName}` : brandName },
  { name: "robots", content: "noindex" },
];

const pathOf = ({ announcementId = "" }: { announcementId?: string }) => announcementPath(announcementId);

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId: readerId } = await requireViewer({ request, context });
  const id = parseId(params.announcementId);
  const announcement = id && (await findAnnouncement(context.services.db, { id, readerId }));
  if (!announcement) throw new Response(null, { status: 404 });
  const { subject, text, creator_name: name, product_id: productId } = announcement;
  return {
    subject,
    text,
    name,
    productId,
    date: formatDay(announcement.created_at, decideLocale(new URL(request.url))),
  };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context, backTo: pathOf(params) });
  const { services } = context;
  const fields = await readForm(request);
  if (fields.intent !== "report") throw new Response(null, { status: 400 });
  const limited = await services.rateLimits.take(announcementReportLimit, viewer.userId);
  if (!limited.ok) return refuseTooMany(context, fields, limited.retryAfterSeconds);
  const form = parseFields(reportForm, fields);
  if (!form.ok) return refuse(form.problem);
  const id = parseId(params.announcementId);
  const by = actorOf(context, request, viewer);
  const done = id ? await reportAnnouncement(services, { id, reason: form.value.text, by }) : "notFound";
  if (done === "notFound") throw new Response(null, { status: 404 });
  const flash = {
    tone: done === "reported" ? "success" : "info",
    title: `questions.done.${done}`,
  } as const;
  return goTo(pathOf(params), { request, context, flash });
}

export default function Announcement() {
  return (
    <AnnouncementTexts>
      <Screen />
    </AnnouncementTexts>
  );
}

function Screen() {
  const { subject, text, name, date, productId } = useLoaderData<typeof loader>();
  const { failed, errorOf, field } = useActionResult(useActionData<typeof action>());
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <ShopPage width="narrow" className="py-6 sm:py-10">
      <p className="text-ink-soft">{t("announcements.byOn", { name, date })}</p>
      <h1 className="mt-1 text-3xl break-words sm:text-4xl">{subject}</h1>
      <p className="mt-6 max-w-prose break-words whitespace-pre-line">{text}</p>
      <p className="mt-8">
        <ButtonLink {...linkTo(productId ? `/watch/${productId}` : "/purchases")} variant="secondary">
          {t(productId ? "announcements.toVideo" : "announcements.back")}
        </ButtonLink>
      </p>
      <details open={failed} className="mt-8">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-ink-soft underline underline-offset-4">
          {t("announcements.report")}
        </summary>
        <Form method="post" className="mt-2 max-w-prose space-y-3">
          <FormError>{errorOf("form")}</FormError>
          <TextAreaField
            {...field("text")}
            label={t("announcements.reportReason")}
            optionalLabel={`(${t("common.optional")})`}
            rows={3}
            maxLength={reportReasonMaxLength}
          />
          <Button name="intent" value="report" variant="secondary">
            {t("announcements.reportSend")}
          </Button>
        </Form>
      </details>
    </ShopPage>
  );
}
