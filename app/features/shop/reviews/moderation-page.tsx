import { Form } from "@remix-run/react";
import { videoPath } from "~/features/videos/listing/video-address";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { TextAreaField } from "~/ui/forms/field";
import { TextLink } from "~/ui/link";
import { PageHeader } from "~/ui/page-frame/page-header";
import { PageLinks } from "~/ui/page-links";
import { Stars } from "~/ui/rating";
import { Tabs } from "~/ui/tabs";
import { idFields, type ModeratedKind, type ModerationList, moderationPath } from "./moderation-list";
import { hiddenReasonMaxLength } from "./reviews-view";

const pages = {
  reviews: {
    icon: "star",
    title: "moderation.title",
    text: "moderation.text",
    none: { reported: "moderation.none", hidden: "moderation.noneHidden" },
  },
  questions: {
    icon: "info",
    title: "moderation.questions.title",
    text: "moderation.questions.text",
    none: { reported: "moderation.questions.none", hidden: "moderation.questions.noneHidden" },
  },
  announcements: {
    icon: "info",
    title: "moderation.announcements.title",
    text: "moderation.announcements.text",
    none: { reported: "moderation.announcements.none", hidden: "moderation.announcements.noneHidden" },
  },
} as const;

interface ModerationPageProps {
  kind: ModeratedKind;
  list: ModerationList;
  items: readonly ModeratedText[];
  isFirst: boolean;
  next: string | undefined;
  result: Pick<ReturnType<typeof useActionResult>, "errorOf" | "typedIn">;
}

/** The reported or the hidden texts of one kind, and the forms that decide. */
export function ModerationPage({ kind, list, items, isFirst, next, result }: ModerationPageProps) {
  const t = useText();
  const { icon, title, text, none } = pages[kind];
  const field = idFields[kind];
  const { errorOf, typedIn } = result;
  return (
    <>
      <PageHeader title={t(title)} description={t(text)} className="mb-6" />
      <ModerationTabs kind={kind} list={list} />
      <div className="mt-6">
        {items.length === 0 ? (
          <EmptyState icon={icon} title={t(none[list])} />
        ) : (
          <Card>
            <ul className="divide-y divide-line">
              {items.map((item) => (
                <ModerationItem
                  key={item.id}
                  review={item}
                  field={field}
                  problem={
                    typedIn(field) === item.id
                      ? { error: errorOf("reason"), typed: typedIn("reason") ?? "" }
                      : undefined
                  }
                />
              ))}
            </ul>
          </Card>
        )}
      </div>
      <PageLinks
        first={!isFirst ? { to: moderationPath(kind, list), label: t("moderation.first") } : undefined}
        next={next ? { to: moderationPath(kind, list, next), label: t("moderation.more") } : undefined}
      />
    </>
  );
}

function ModerationTabs({ kind, list }: { kind: ModeratedKind; list: ModerationList }) {
  const t = useText();
  return (
    <div className="space-y-3">
      <Tabs
        label={t("moderation.kinds")}
        items={[
          { to: "/admin/reviews", label: t("moderation.reviews"), current: kind === "reviews" },
          { to: "/admin/questions", label: t("moderation.questions.title"), current: kind === "questions" },
          {
            to: "/admin/announcements",
            label: t("moderation.announcements.title"),
            current: kind === "announcements",
          },
        ]}
      />
      <Tabs
        label={t("moderation.lists")}
        items={[
          {
            to: moderationPath(kind, "reported"),
            label: t("moderation.reported"),
            current: list === "reported",
          },
          { to: moderationPath(kind, "hidden"), label: t("moderation.hidden"), current: list === "hidden" },
        ]}
      />
    </div>
  );
}

export interface ModeratedText {
  id: string;
  /** Null for an announcement to all buyers or to followers. */
  video: { id: string; title: string } | null;
  /** Only of an announcement. */
  subject: string | undefined;
  author: string;
  /** Only of a review. */
  rating: number | undefined;
  text: string;
  reply: string | null | undefined;
  /** Only of an answer: the question. */
  answerTo: string | null | undefined;
  date: string;
  hidden: { date: string; reason: string } | null;
  openReports: number;
  /** The newest reports, closed ones included. */
  reports: { reason: string; date: string; reporter: string }[];
}

/** A text with its reports, and the forms that decide about it. `field`: its name in the form. */
function ModerationItem({
  review,
  field,
  problem,
}: {
  review: ModeratedText;
  field: string;
  problem: { error: string | undefined; typed: string } | undefined;
}) {
  const t = useText();
  const { id, video, subject, author, rating, text, reply, answerTo, date, hidden, openReports, reports } =
    review;
  return (
    <li className="px-5 py-6 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {video && (
          <TextLink to={videoPath(video)} reloadDocument className="break-words">
            {video.title}
          </TextLink>
        )}
        {hidden && <Badge tone="warn">{t("moderation.isHidden")}</Badge>}
        {openReports > 0 && <Badge tone="danger">{t("moderation.reports", { count: openReports })}</Badge>}
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm break-words text-ink-faint">
        {subject !== undefined ? (
          t("moderation.announcements.sent", { date, author })
        ) : rating === undefined ? (
          t(answerTo == null ? "moderation.asked" : "moderation.answered", { date, author })
        ) : (
          <>
            <Stars rating={rating} label="" />
            {t("moderation.rated", { rating, date, author })}
          </>
        )}
      </p>
      {answerTo != null && (
        <p className="mt-2 max-w-prose text-sm break-words whitespace-pre-line text-ink-soft">
          {t("moderation.toQuestion")}: {answerTo}
        </p>
      )}
      {subject !== undefined && <p className="mt-2 max-w-prose font-semibold break-words">{subject}</p>}
      <p className="mt-2 max-w-prose break-words whitespace-pre-line">{text || t("moderation.noText")}</p>
      {reply && (
        <p className="mt-3 max-w-prose rounded-cover bg-sunken p-4 text-sm break-words whitespace-pre-line">
          <span className="font-semibold">{t("moderation.reply")}: </span>
          {reply}
        </p>
      )}
      {hidden && (
        <p className="mt-3 text-sm break-words text-ink-soft">
          {t("moderation.hiddenAt", { date: hidden.date })}: {hidden.reason}
        </p>
      )}
      {reports.length > 0 && (
        <ul className="mt-3 space-y-1 text-sm text-ink-soft">
          {reports.map((report) => (
            <li key={report.reporter} className="break-words whitespace-pre-line">
              <span className="text-ink-faint">{t("moderation.report", report)}:</span>{" "}
              {report.reason || t("moderation.noReason")}
            </li>
          ))}
        </ul>
      )}
      <Form method="post" className="mt-4 max-w-prose space-y-3" preventScrollReset>
        <input type="hidden" name={field} value={id} />
        {!hidden && (
          <TextAreaField
            name="reason"
            id={`reason-${id}`}
            label={t("moderation.reason")}
            hint={t("moderation.reasonHint")}
            error={problem?.error}
            defaultValue={problem?.typed}
            rows={2}
            maxLength={hiddenReasonMaxLength}
          />
        )}
        <div className="flex flex-wrap gap-3">
          {hidden ? (
            <Button name="intent" value="unhide" variant="secondary">
              {t("moderation.unhide")}
            </Button>
          ) : (
            <Button name="intent" value="hide" variant="danger">
              {t("moderation.hide")}
            </Button>
          )}
          {openReports > 0 && (
            <Button name="intent" value="keep" variant="secondary" formNoValidate>
              {t("moderation.keep")}
            </Button>
          )}
        </div>
      </Form>
    </li>
  );
}
