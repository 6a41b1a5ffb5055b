import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import type { ButtonSize } from "~/ui/button-look";
import { ConfirmDialog } from "~/ui/dialog";
import { Icon } from "~/ui/icons";
import { Menu } from "~/ui/page-frame/mobile-menu";
import type { AccountStep } from "./account-step";
import { type AccountOrVideoStep, StepButton, StepQuestion, stepPath } from "./step-question";

interface StepDialogProps {
  asked: AccountOrVideoStep;
  /** Whether the last proof of identity has expired. */
  proofNeeded: boolean;
  size?: ButtonSize;
}

/** The button of a step and its confirmation: a dialog, or a page, without script and where a new proof is needed. */
export function StepDialog({ asked, proofNeeded, size }: StepDialogProps) {
  const t = useText();
  const text = (part: "button" | "title") =>
    t(`audit.${asked.of}.${asked.step}.${part}` as "audit.video.suspend.title");
  const dialog = (
    <ConfirmDialog
      trigger={text("button")}
      triggerVariant={size === "small" ? "quiet" : "secondary"}
      triggerSize={size}
      triggerLabel={`${text("button")}: ${asked.name}`}
      fallbackTo={stepPath(asked)}
      asPage={proofNeeded}
      title={text("title")}
      description={<StepQuestion asked={asked} />}
      cancelLabel={t("common.cancel")}
    >
      <StepButton asked={asked} />
    </ConfirmDialog>
  );
  // Aligns the text of the borderless button with the text above it on a phone.
  return size === "small" ? <div className="max-sm:-ml-4">{dialog}</div> : dialog;
}

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

/** The steps that an account may take, behind a button: none is for the first press. An administrator cannot suspend
 * their own account. `from`: the list that the page belongs to. */
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
  const t = useText();
  const steps: (AccountStep | false)[] = [
    !own && (suspended ? "restore" : "suspend"),
    !own && !suspended && "sign-out",
    !own && asksForRemoval === true && "unlock",
    (isAdmin || !suspended) && (isAdmin ? "remove" : "grant"),
  ];
  return (
    <Menu
      label={t("people.moreSteps")}
      className="relative"
      button={<Icon name="dots" />}
      buttonClassName="border border-line-strong"
      panelClassName="top-full right-0 z-20 w-64 rounded-card border border-line p-2 max-sm:right-auto max-sm:left-0"
    >
      {steps
        .filter((step) => step !== false)
        .map((step) => (
          <StepDialog
            key={step}
            size="small"
            asked={{ of: "account", id, name, from, step }}
            proofNeeded={proofNeeded}
          />
        ))}
    </Menu>
  );
}
