import { type FormEvent, type ReactNode, useState } from "react";
import { Icon } from "../icons";

/** By field name; a choice by its label. Empty fields are left out. */
export type FieldTexts = Partial<Record<string, string>>;

interface OptionalPartProps {
  title: string;
  summarize: (texts: FieldTexts) => string;
  first: FieldTexts;
  hasError: boolean;
  children: ReactNode;
}

/** Folded beside their current values. */
export function OptionalPart({ title, summarize, first, hasError, children }: OptionalPartProps) {
  const [texts, setTexts] = useState(first);
  const read = ({ currentTarget }: FormEvent<HTMLDetailsElement>) => setTexts(readTexts(currentTarget));
  return (
    <details open={hasError || undefined} onChange={read} className="group border-b border-line">
      <summary className="flex min-h-12 flex-wrap items-center gap-x-4 py-2">
        <span className="font-semibold">{title}</span>
        <span className="ml-auto text-sm text-ink-soft">{summarize(texts)}</span>
        <Icon
          name="chevron-down"
          className="size-5 shrink-0 transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <div className="space-y-6 pt-2 pb-6">{children}</div>
    </details>
  );
}

function readTexts(part: HTMLElement): FieldTexts {
  const texts: FieldTexts = {};
  for (const field of part.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
    "input, select, textarea",
  )) {
    if (field.type === "checkbox" && !(field as HTMLInputElement).checked) continue;
    const label = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.label : field.value;
    if (field.value !== "" && label) texts[field.name] = label;
  }
  return texts;
}
