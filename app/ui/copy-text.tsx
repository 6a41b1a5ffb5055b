import { useEffect, useState } from "react";
import { Button } from "./button";
import { useHydrated } from "./hydrated";
import { Icon } from "./icons";

type CopyTextProps = {
  text: string;
  copyLabel: string;
  copiedLabel: string;
  /** Accessible name of the button where several stand on a page. */
  label: string;
};

/** How long it says that it was copied, in milliseconds. */
const saysMs = 2_000;

/** Text to be carried elsewhere: one press selects all of it, and where script runs a button copies it. */
export function CopyText({ text, copyLabel, copiedLabel, label }: CopyTextProps) {
  const hydrated = useHydrated();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), saysMs);
    return () => clearTimeout(timer);
  }, [copied]);
  // A browser may refuse: the text can still be selected.
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <span className="flex flex-wrap items-center gap-2">
      <code className="rounded-control bg-sunken px-2.5 py-1.5 break-all select-all">{text}</code>
      {hydrated && (
        <Button type="button" variant="quiet" size="small" aria-label={label} onClick={copy}>
          {copied && <Icon name="check" />}
          <span aria-live="polite">{copied ? copiedLabel : copyLabel}</span>
        </Button>
      )}
    </span>
  );
}
