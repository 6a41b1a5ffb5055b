import { useEffect, useState } from "react";
import { Button } from "./button";
import { useHydrated } from "./hydrated";
import { Icon } from "./icons";
import { classNames } from "./looks";

type CopyTextProps = {
  text: string;
  copyLabel: string;
  copiedLabel: string;
  /** Accessible name, if a page has several buttons. */
  label: string;
  prominent?: boolean;
  /** Only the button: as wide as its column, or small in a table. */
  look?: "wide" | "small";
};

const confirmationMs = 2_000;

/** A click selects the text; with script a button copies it. */
export function CopyText(props: CopyTextProps) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <code className="rounded-control bg-sunken px-2.5 py-1.5 [overflow-wrap:anywhere] select-all">
        {props.text}
      </code>
      <CopyButton {...props} />
    </span>
  );
}

export function CopyButton({ text, copyLabel, copiedLabel, label, prominent, look }: CopyTextProps) {
  const hydrated = useHydrated();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), confirmationMs);
    return () => clearTimeout(timer);
  }, [copied]);
  // If the browser refuses, the text can still be selected.
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  if (!hydrated) return null;
  return (
    <Button
      type="button"
      variant={look ? "secondary" : prominent ? "primary" : "quiet"}
      size={look === "wide" ? "medium" : prominent ? "large" : "small"}
      aria-label={label}
      onClick={copy}
      className={classNames(
        "print:hidden",
        prominent && "w-full sm:w-auto",
        look === "wide" && "w-full",
        look === "small" && "px-3",
      )}
    >
      {copied ? <Icon name="check" /> : look && <Icon name="copy" />}
      <span aria-live="polite">{copied ? copiedLabel : copyLabel}</span>
    </Button>
  );
}
