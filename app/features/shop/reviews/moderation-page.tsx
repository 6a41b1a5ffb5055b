import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { PageHeader } from "~/ui/page-frame/page-header";
import { PageLinks } from "~/ui/page-links";
import { Tabs } from "~/ui/tabs";
import { type ModeratedText, ModerationItem } from "./moderation-item";
import { type ModerationList, moderationPath } from "./moderation-list";

const pages = {
  reviews: {
    field: "reviewId",
    icon: "star",
    title: "moderation.title",
    text: "moderation.text",
    none: { reported: "moderation.none", hidden: "moderation.noneHidden" },
  },
  questions: {
    field: "questionId",
    icon: "info",
    title: "moderation.questions.title",
    text: "moderation.questions.text",
    none: { reported: "moderation.questions.none", hidden: "moderation.questions.noneHidden" },
  },
} as const;

interface ModerationPageProps {
  kind: keyof typeof pages;
  list: ModerationList;
  items: readonly ModeratedText[];
  isFirst: boolean;
  /** The cursor of the next page. */
  next: string | undefined;
  result: Pick<ReturnType<typeof useActionResult>, "errorOf" | "typedIn">;
}

/** A page of the reviews, or questions and answers, that were reported or are hidden, and the forms that decide. */
export function ModerationPage({ kind, list, items, isFirst, next, result }: ModerationPageProps) {
  const t = useText();
  const { field, icon, title, text, none } = pages[kind];
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

/** Which texts an administrator moderates, and of them the reported or the hidden ones: links between the pages. */
function ModerationTabs({ kind, list }: { kind: "reviews" | "questions"; list: ModerationList }) {
  const t = useText();
  return (
    <div className="space-y-3">
      <Tabs
        label={t("moderation.kinds")}
        items={[
          { to: "/admin/reviews", label: t("moderation.reviews"), current: kind === "reviews" },
          { to: "/admin/questions", label: t("moderation.questions.title"), current: kind === "questions" },
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
