import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { type AccountStatus, StandingBadges, StepDialog } from "./step-dialog";

interface AdminListProps {
  admins: readonly { since: string; standing: AccountStatus }[];
  proofNeeded: boolean;
}

/** The administrators, each with the step that removes the role. */
export function AdminList({ admins, proofNeeded }: AdminListProps) {
  const t = useText();
  return (
    <Card className="mt-6">
      <ul className="divide-y divide-line">
        {admins.map(({ since, standing }) => (
          <li
            key={standing.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4 sm:px-6"
          >
            <div className="min-w-0 grow basis-60">
              <p className="font-semibold break-words">{standing.email}</p>
              <p className="text-sm text-ink-faint">{t("audit.adminSince", { date: since })}</p>
            </div>
            <StandingBadges standing={{ ...standing, isAdmin: false }} />
            <StepDialog
              size="small"
              proofNeeded={proofNeeded}
              asked={{
                of: "account",
                step: "remove",
                id: standing.id,
                name: standing.email,
                from: "admins",
              }}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
