import type { ReactNode } from "react";
import { classNames } from "./looks";

export type BadgeTone = "neutral" | "success" | "warn" | "danger" | "info" | "brand";

const tones: Record<BadgeTone, string> = {
  neutral: "bg-sunken text-ink-soft",
  success: "bg-success-soft text-on-success-soft",
  warn: "bg-warn-soft text-on-warn-soft",
  danger: "bg-danger-soft text-on-danger-soft",
  info: "bg-info-soft text-on-info-soft",
  brand: "bg-dawn text-ink",
};

export function Badge({
  tone = "neutral",
  className,
  children,
}: {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}) {
  return <span className={classNames("badge", tones[tone], className)}>{children}</span>;
}
