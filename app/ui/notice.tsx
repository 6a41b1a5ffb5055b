import type { ReactNode } from "react";
import { Icon, type IconName } from "./icons";
import { classNames } from "./looks";

type NoticeTone = "info" | "warn" | "success" | "danger";

const tones: Record<NoticeTone, { look: string; icon: IconName }> = {
  info: { look: "bg-info-soft text-on-info-soft", icon: "info" },
  warn: { look: "bg-warn-soft text-on-warn-soft", icon: "alert" },
  success: { look: "bg-success-soft text-on-success-soft", icon: "check" },
  danger: { look: "bg-danger-soft text-on-danger-soft", icon: "alert" },
};

type NoticeProps = {
  tone?: NoticeTone;
  title?: string;
  icon?: IconName;
  /** `alert` for urgent messages, `status` for the result of an action. */
  role?: "alert" | "status";
  children?: ReactNode;
  className?: string;
};

export function Notice({ tone = "info", title, icon, role, children, className }: NoticeProps) {
  const { look, icon: usual } = tones[tone];
  return (
    <div role={role} className={classNames("flex gap-3 rounded-control px-4 py-3.5", look, className)}>
      <Icon name={icon ?? usual} className="mt-0.5 size-5" />
      <div className="min-w-0 space-y-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}
