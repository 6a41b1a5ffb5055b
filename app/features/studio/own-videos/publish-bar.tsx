import type { ReactNode } from "react";
import { timeLeft } from "~/features/studio/uploads/file-card";
import type { Outgoing } from "~/features/studio/uploads/outgoing";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icons";

function Bar({ note, children }: { note: string | undefined; children: ReactNode }) {
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-3">{children}</div>
      <p role="status" className="text-center text-sm text-ink-soft tabular-nums empty:hidden">
        {note}
      </p>
    </div>
  );
}

export function SaveBar({
  videoId,
  changes,
  pending,
}: {
  videoId: string;
  changes: number;
  pending: boolean;
}) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <Bar note={changes > 0 ? t("uploads.changes", { count: changes }) : undefined}>
      <Button
        form="video"
        name="intent"
        value="save"
        size="large"
        className="grow"
        pending={pending}
        pendingLabel={t("creator.saving")}
      >
        {t("creator.saveChanges")}
      </Button>
      <ButtonLink
        {...linkTo(`/videos/${videoId}`)}
        variant="secondary"
        size="large"
        aria-label={t("uploads.seeInShop")}
      >
        <Icon name="eye" />
      </ButtonLink>
    </Bar>
  );
}

export function PublishBar({
  isReleased,
  isWhole,
  outgoing,
  pending,
}: {
  isReleased: boolean;
  isWhole: boolean;
  outgoing: Outgoing | undefined;
  pending: boolean;
}) {
  const t = useText();
  const percent = outgoing && Math.floor((outgoing.sent / outgoing.file.size) * 100);
  const progress = outgoing && [`${percent} %`, timeLeft(t, outgoing)].filter(Boolean).join(", ");
  const waiting = progress ? `${progress}. ${t("uploads.keepOpen")}` : t("uploads.missingRest");
  if (isReleased)
    return (
      <Bar note={`${isWhole ? t("uploads.beingFinished") : waiting} ${t("uploads.undoToChange")}`}>
        <p className="flex grow flex-wrap items-center justify-between gap-3 rounded-control bg-success-soft px-4 py-3 font-semibold text-on-success-soft">
          <span className="flex items-center gap-2">
            <Icon name="check" />
            {t("uploads.released")}
          </span>
          <button
            type="submit"
            form="video"
            name="intent"
            value="undo"
            className="min-h-11 underline underline-offset-4"
          >
            {t("uploads.undo")}
          </button>
        </p>
      </Bar>
    );
  return (
    <Bar note={progress && `${progress}. ${t("uploads.publishWhenSent")}`}>
      <Button
        form="video"
        name="intent"
        value="publish"
        size="large"
        className="grow"
        pending={pending}
        pendingLabel={t("uploads.publishing")}
      >
        {t("uploads.publish")}
      </Button>
      <Button
        form="video"
        name="intent"
        value="save"
        variant="secondary"
        size="large"
        className="[@media(scripting:enabled)]:hidden"
      >
        {t("uploads.save")}
      </Button>
    </Bar>
  );
}
