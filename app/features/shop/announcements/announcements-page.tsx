import { Form, useNavigation } from "@remix-run/react";
import type { MailParts } from "~/features/base/mail/mail-parts";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { Field, SelectField, TextAreaField } from "~/ui/forms/field";
import { FormError, type FormFields } from "~/ui/forms/form-error";
import { subjectMaxLength, textMaxLength, toAllBuyers, toFollowers } from "./announcement-form";
import type { OwnAnnouncement } from "./show-announcements.server";

interface AnnouncementFormProps extends Pick<FormFields, "failed" | "errorOf" | "field"> {
  products: readonly { id: string; title: string }[];
}

export function AnnouncementForm({ products, failed, errorOf, field }: AnnouncementFormProps) {
  const t = useText();
  const pending = useNavigation().formData?.get("intent");
  return (
    <Card as="section" aria-label={t("announcements.title")} className="p-4 sm:p-6">
      <Form method="post" className="space-y-4" noValidate>
        {failed && <FormError>{errorOf("form") ?? t("common.checkFields")}</FormError>}
        <SelectField
          {...field("productId", toAllBuyers)}
          label={t("announcements.target")}
          hint={t("announcements.limits")}
          options={[
            { value: toAllBuyers, label: t("announcements.allBuyers") },
            ...products.map(({ id, title }) => ({
              value: id,
              label: t("announcements.buyersOf", { title }),
            })),
            { value: toFollowers, label: t("announcements.followers") },
          ]}
        />
        <Field
          {...field("subject", "")}
          label={t("announcements.subject")}
          maxLength={subjectMaxLength}
          required
        />
        <TextAreaField
          {...field("text", "")}
          label={t("announcements.body")}
          rows={8}
          maxLength={textMaxLength}
          required
        />
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="send" pending={pending === "send"}>
            {t("announcements.send")}
          </Button>
          <Button name="intent" value="preview" variant="secondary" pending={pending === "preview"}>
            {t("announcements.preview")}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

export function MailPreview({ parts, from }: { parts: MailParts; from: string }) {
  const t = useText();
  return (
    <section aria-labelledby="preview" className="mt-8">
      <h2 id="preview" tabIndex={-1} className="mb-3 text-2xl">
        {t("announcements.previewTitle")}
      </h2>
      <div className="max-w-xl rounded-panel bg-sunken p-4 sm:p-6">
        <p className="text-sm text-ink-soft">{t("announcements.previewFrom", { from })}</p>
        <p className="font-semibold break-words">{parts.subject}</p>
        <div className="mt-4 rounded-card border border-line bg-surface p-5 sm:p-8">
          <p className="text-sm text-ink-soft">{parts.label}</p>
          <p className="mt-1 font-display text-2xl font-extrabold break-words">{parts.title}</p>
          {parts.paragraphs.map((paragraph, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of one text, in their order
            <p key={at} className="mt-3 break-words text-ink-soft">
              {paragraph}
            </p>
          ))}
          <p className="mt-5 rounded-control bg-forest p-3 text-center font-semibold text-on-forest">
            {parts.button?.label}
          </p>
          {parts.smallPrint?.map((line) => (
            <p key={line} className="mt-4 text-sm break-words text-ink-soft">
              {line}
            </p>
          ))}
        </div>
        <p className="mt-4 text-sm text-ink-soft">{t("announcements.previewEnd")}</p>
      </div>
    </section>
  );
}

export function OwnAnnouncements({ announcements }: { announcements: readonly OwnAnnouncement[] }) {
  const t = useText();
  if (announcements.length === 0)
    return (
      <EmptyState icon="message" title={t("announcements.none")} description={t("announcements.noneText")} />
    );
  return (
    <Card>
      <ul className="divide-y divide-line">
        {announcements.map((announcement) => (
          <li key={announcement.id} className="px-5 py-5 sm:px-6">
            <details>
              <summary className="cursor-pointer font-semibold break-words">{announcement.subject}</summary>
              <p className="mt-2 max-w-prose break-words whitespace-pre-line">{announcement.text}</p>
            </details>
            <p className="mt-1 text-sm break-words text-ink-soft">
              {t("announcements.sentOn", { date: announcement.date, to: targetName(announcement, t) })}
            </p>
            {announcement.hiddenReason === null ? (
              <p className="mt-1 text-sm text-ink-soft">{outcomeOf(announcement, t)}</p>
            ) : (
              <p className="mt-1 text-sm break-words text-danger">
                {t("announcements.isHidden", { reason: announcement.hiddenReason })}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Text = ReturnType<typeof useText>;

function targetName({ audience, productTitle }: OwnAnnouncement, t: Text): string {
  if (audience === "followers") return t("announcements.followers");
  return productTitle === null
    ? t("announcements.allBuyers")
    : t("announcements.buyersOf", { title: productTitle });
}

function outcomeOf({ posted, sent, refused, skipped, waiting }: OwnAnnouncement, t: Text): string {
  if (posted === 0) return t("announcements.posting");
  const parts = [
    t("announcements.delivered", { count: sent }),
    t("announcements.refused", { count: refused }),
    skipped > 0 && t("announcements.skipped", { count: skipped }),
    waiting > 0 && t("announcements.waiting", { count: waiting }),
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}
