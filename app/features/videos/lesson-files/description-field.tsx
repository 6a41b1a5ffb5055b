import { type ComponentProps, useState } from "react";
import { useText } from "~/i18n/use-locale";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { Icon } from "~/ui/icons";
import { describeProblem, descriptionMaxLength, readChapters } from "./chapters";

type DescriptionFieldProps = Omit<ComponentProps<typeof TextAreaField>, "onInput" | "maxLength"> & {
  /** Of the video; undefined while it is unknown. */
  seconds?: number | undefined;
};

/** Below it: how many chapters its timestamps make, or why they make none. */
export function DescriptionField({ seconds, ...field }: DescriptionFieldProps) {
  const t = useText();
  const [typed, setTyped] = useState<string>();
  const read = readChapters(typed ?? String(field.defaultValue ?? ""), seconds);
  const problem = read.ok ? undefined : describeProblem(read.problem);
  return (
    <div>
      <TextAreaField
        {...field}
        maxLength={descriptionMaxLength}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <p role="status" className="mt-2 flex gap-2 text-sm text-ink-soft empty:hidden">
        {problem ? (
          <>
            <Icon name="alert" className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 [overflow-wrap:anywhere]">{t(problem.key, problem.values)}</span>
          </>
        ) : (
          read.ok &&
          read.chapters.length > 0 && (
            <>
              <Icon name="check" className="mt-0.5 size-4 shrink-0" />
              {t("creator.chaptersFound", { count: String(read.chapters.length) })}
            </>
          )
        )}
      </p>
    </div>
  );
}
