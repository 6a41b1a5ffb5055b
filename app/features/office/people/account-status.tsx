import type { AccountStep } from "~/features/office/people/account-step";
import { StepDialog } from "~/features/office/people/step-dialog";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";

export interface AccountStatus {
  id: string;
  email: string;
  isAdmin: boolean;
  suspended: boolean;
  own: boolean;
  /** Whether the removal of a lost second factor waits for an administrator. */
  asksForRemoval?: boolean;
}

export function StandingBadges({ standing: { isAdmin, suspended } }: { standing: AccountStatus }) {
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
export function AccountSteps({
  standing,
  from,
  proofNeeded,
}: {
  standing: AccountStatus;
  from: string;
  proofNeeded: boolean;
}) {
  const { id, email: name, own, suspended, isAdmin, asksForRemoval } = standing;
  const dialog = (step: AccountStep) => (
    <StepDialog asked={{ of: "account", id, name, from, step }} proofNeeded={proofNeeded} />
  );
  return (
    <div className="flex flex-wrap gap-3">
      {!own && dialog(suspended ? "restore" : "suspend")}
      {!own && !suspended && dialog("sign-out")}
      {!own && asksForRemoval && dialog("unlock")}
      {(isAdmin || !suspended) && dialog(isAdmin ? "remove" : "grant")}
    </div>
  );
}
