import { useText } from "~/i18n/use-locale";
import { Badge, type BadgeTone } from "~/ui/badge";
import { Notice } from "~/ui/notice";
import type { PayoutStatus } from "./payout-notes";
import type { NotesView } from "./show-payout-notes.server";

const labels: Record<PayoutStatus, string> = {
  prepared: "A pagar",
  paid: "Pago",
  failed: "Falhou",
  returned: "Devolvido pelo banco",
};

/** For administrators' files. */
export function labelPayoutStatus(status: PayoutStatus): string {
  return labels[status];
}

const tones: Record<PayoutStatus, BadgeTone> = {
  prepared: "info",
  paid: "success",
  failed: "danger",
  returned: "danger",
};

export function PayoutStatusBadge({ status }: { status: PayoutStatus }) {
  const t = useText();
  return <Badge tone={tones[status]}>{t(`payouts.statuses.${status}`)}</Badge>;
}

export function PayoutNotes({ notes, className }: { notes: NotesView; className?: string }) {
  const t = useText();
  return (
    <Notice
      tone={notes.stopped ? "danger" : "warn"}
      title={t(notes.stopped ? "payouts.stopped" : "payouts.unusual")}
      className={className}
    >
      <ul className="list-disc space-y-1 pl-5">
        {notes.texts.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two adjustments may read the same
          <li key={at} className="break-words">
            {text}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
