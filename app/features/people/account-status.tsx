import { StepDialog } from "~/features/admin/step-dialog";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";

export interface Standing {
  id: string;
  email: string;
  isAdmin: boolean;
  suspended: boolean;
  own: boolean;
  /** Whether the removal of a lost second factor waits for an administrator. */
  asksForRemoval?: boolean;
}

export function StandingBadges({ standing: { isAdmin, suspended } }: { standing: Standing }) {
  const t = useText();
  if (!isAdmin && !suspended) return null;
  return (
    <span className="flex flex-wrap gap-2">
      {suspended && <Badge tone="danger">{t("audit.suspended")}</Badge>}
      {isAdmin && <Badge tone="info">{t("audit.isAdmin")}</Badge>}
    </span>
  );
}

/** An administrator cannot suspend their own account. `from`: the list that the page belongs to. */
export function AccountSteps({ standing, from }: { standing: Standing; from: string }) {
  const { id, email: name, own, suspended, isAdmin, asksForRemoval } = standing;
  const asked = { of: "account", id, name, from } as const;
  return (
    <div className="flex flex-wrap gap-3">
      {!own && <StepDialog asked={{ ...asked, step: suspended ? "restore" : "suspend" }} />}
      {!own && asksForRemoval && <StepDialog asked={{ ...asked, step: "unlock" }} />}
      {(isAdmin || !suspended) && <StepDialog asked={{ ...asked, step: isAdmin ? "remove" : "grant" }} />}
    </div>
  );
}
