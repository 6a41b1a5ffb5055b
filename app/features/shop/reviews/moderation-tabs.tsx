import { useText } from "~/i18n/use-locale";
import { Tabs } from "~/ui/tabs";

/** Which texts an administrator moderates, and of them the reported or the hidden ones: links between the pages. */
export function ModerationTabs({
  kind,
  list,
}: {
  kind: "reviews" | "questions";
  list: "reported" | "hidden";
}) {
  const t = useText();
  const path = `/admin/${kind}`;
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
          { to: path, label: t("moderation.reported"), current: list === "reported" },
          { to: `${path}?list=hidden`, label: t("moderation.hidden"), current: list === "hidden" },
        ]}
      />
    </div>
  );
}
