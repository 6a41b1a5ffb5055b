import { useText } from "~/i18n/use-locale";
import { Tabs } from "~/ui/tabs";
import { type ModerationList, moderationPath } from "./moderation-list";

/** Which texts an administrator moderates, and of them the reported or the hidden ones: links between the pages. */
export function ModerationTabs({ kind, list }: { kind: "reviews" | "questions"; list: ModerationList }) {
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
