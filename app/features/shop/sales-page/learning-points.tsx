import { useText } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";
import { PageSection } from "./page-section";

/** Learning points in the creator's words; empty without any. */
export function LearningPoints({ outcomes }: { outcomes: readonly string[] }) {
  const t = useText();
  if (outcomes.length === 0) return null;
  return (
    <PageSection title={t("salesPage.outcomes")}>
      <ul className="grid gap-x-10 gap-y-3 sm:grid-cols-2">
        {outcomes.map((outcome) => (
          <li key={outcome} className="flex gap-3 [overflow-wrap:anywhere]">
            <Icon name="check" className="mt-0.5 size-5 text-forest-ink" />
            <span className="min-w-0">{outcome}</span>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
