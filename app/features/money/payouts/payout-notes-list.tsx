import { useText } from "~/i18n/use-locale";
import { Notice } from "~/ui/notice";
import type { NotesView } from "./show-payout-notes.server";

/** Warnings about a payout before it is paid or confirmed. */
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
