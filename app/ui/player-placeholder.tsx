import type { ReactNode } from "react";
import { Card } from "./card";
import { Icon, type IconName } from "./icons";
import { Thumbnail } from "./thumbnail";

interface PlayerPlaceholderProps {
  thumbnailUrl: string | null;
  icon: IconName;
  title: string;
  children: ReactNode;
  actions: ReactNode;
}

/** Replaces the player of a video that cannot be played. */
export function PlayerPlaceholder({ thumbnailUrl, icon, title, children, actions }: PlayerPlaceholderProps) {
  return (
    <Card>
      <Thumbnail src={thumbnailUrl} alt="" eager />
      <div className="p-6 sm:p-8">
        <p className="flex items-start gap-2 font-display text-xl font-bold">
          <Icon name={icon} className="mt-1 size-5" />
          {title}
        </p>
        {children}
        <div className="mt-6 flex flex-col gap-3 sm:flex-row">{actions}</div>
      </div>
    </Card>
  );
}
