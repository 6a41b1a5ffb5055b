import { clockDuration } from "~/features/videos/listing/duration";
import { FieldError } from "~/ui/forms/field-frame";

interface VideoChoiceProps {
  label: string;
  error?: string | undefined;
  offered: readonly { id: string; title: string; duration_seconds: number | null }[];
}

/** Chooses videos as lessons of a course. */
export function VideoChoice({ label, error, offered }: VideoChoiceProps) {
  return (
    <fieldset>
      <legend className="font-semibold">{label}</legend>
      <FieldError>{error}</FieldError>
      <div className="mt-2 max-h-80 overflow-y-auto rounded-control border border-line px-4 py-2">
        {offered.map(({ id, title, duration_seconds: seconds }) => (
          <label key={id} className="flex min-h-11 items-center gap-3">
            <input type="checkbox" name="videos" value={id} className="size-5 shrink-0" />
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{title}</span>
            {seconds !== null && (
              <span className="text-sm text-ink-soft tabular-nums">{clockDuration(seconds)}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
