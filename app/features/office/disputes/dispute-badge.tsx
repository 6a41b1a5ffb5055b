import type { MessageKey } from "~/i18n/message-key";
import { useText } from "~/i18n/use-locale";
import { Badge, type BadgeTone } from "~/ui/badge";

export function DisputeBadge(facts: DisputeStateFacts) {
  const t = useText();
  const { label, tone } = decideDisputeState(facts);
  return <Badge tone={tone}>{t(label)}</Badge>;
}

interface DisputeStateFacts {
  status: "inquiry" | "open" | "released" | "lost";
  submitted: boolean;
  accepted: boolean;
  /** Whether the deadline passed without an answer. */
  expired: boolean;
}

/** Returns the label of a dispute's status, and its tone. */
function decideDisputeState({ status, submitted, accepted, expired }: DisputeStateFacts): {
  label: MessageKey;
  tone: BadgeTone;
} {
  if (status === "released") return { label: "disputes.state_released", tone: "success" };
  if (accepted) return { label: "disputes.state_accepted", tone: "neutral" };
  if (status === "lost") return { label: "disputes.state_lost", tone: "danger" };
  if (submitted) return { label: "disputes.state_answered", tone: "info" };
  if (expired) return { label: "disputes.state_expired", tone: "danger" };
  if (status === "inquiry") return { label: "disputes.state_inquiry", tone: "warn" };
  return { label: "disputes.state_needsResponse", tone: "warn" };
}
