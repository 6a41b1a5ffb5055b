import type { ReactNode } from "react";
import { Card } from "./card";
import { Icon, type IconName } from "./icons";
import { Thumbnail } from "./thumbnail";

interface InPlayersPlaceProps {
  thumbnailUrl: string | null;
  icon: IconName;
  title: string;
  /** Why there is no player now. */
  children: ReactNode;
  /** What can be done about it: the most likely first. */
  actions: ReactNode;
}

/** Stands where a video would play: its picture, why it does not play, and the ways on. */
export function InPlayersPlace({ thumbnailUrl, icon, title, children, actions }: InPlayersPlaceProps) {
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
