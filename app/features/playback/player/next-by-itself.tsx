import { useEffect, useState } from "react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { readChoices } from "./player-choices";

const waitSeconds = 5;

/** A note, a question or a review that is not sent. */
function isWriting(): boolean {
  const { activeElement } = document;
  if (activeElement?.matches("textarea, input:not([type=range], [type=checkbox], [type=radio])")) return true;
  return [...document.querySelectorAll<HTMLTextAreaElement>("main textarea")].some(
    ({ value, defaultValue }) => value !== defaultValue,
  );
}

interface NextByItselfProps {
  path: string;
  title: string;
  onOpen: () => void;
}

/** The link to the next lesson opens by itself, unless that is turned off, cancelled, or the person is writing. */
export function NextByItself({ path, title, onOpen }: NextByItselfProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const [left, setLeft] = useState(() => (readChoices().next && !isWriting() ? waitSeconds : undefined));
  useEffect(() => {
    if (left === undefined) return;
    const timer = setTimeout(() => {
      if (isWriting()) setLeft(undefined);
      else if (left > 1) setLeft(left - 1);
      else onOpen();
    }, 1_000);
    return () => clearTimeout(timer);
  }, [left, onOpen]);
  return (
    <>
      <p className="w-full text-sm sm:text-base">
        {t("player.upNext")}: <span className="font-semibold">{title}</span>
      </p>
      <Link
        {...linkTo(path)}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onOpen();
        }}
        className="flex min-h-11 items-center gap-2 rounded-control bg-on-picture px-4 text-sm font-semibold text-over-picture tabular-nums hover:bg-on-picture/85"
      >
        <Icon name="play" className="size-4 fill-current" />
        {left === undefined ? t("player.nextLesson") : t("player.nextIn", { seconds: left })}
      </Link>
      {left !== undefined && (
        <button
          type="button"
          onClick={() => setLeft(undefined)}
          className="min-h-11 cursor-pointer rounded-control border border-on-picture px-4 text-sm font-semibold hover:bg-on-picture/15"
        >
          {t("common.cancel")}
        </button>
      )}
    </>
  );
}
