import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { type DisputeStateFacts, decideDisputeState } from "./dispute-label";

export function DisputeBadge(facts: DisputeStateFacts) {
  const t = useText();
  const { label, tone } = decideDisputeState(facts);
  return <Badge tone={tone}>{t(label)}</Badge>;
}
