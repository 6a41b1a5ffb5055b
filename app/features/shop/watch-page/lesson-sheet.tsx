import type { ReactNode, RefObject } from "react";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icons";

/** The browser's own modal dialog at the bottom of the window: Escape, a press outside and the button close it. */
export function LessonSheet({
  dialog,
  onClose,
  children,
}: {
  dialog: RefObject<HTMLDialogElement>;
  onClose: () => void;
  /** The list while the sheet is open. */
  children: ReactNode;
}) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself closes on Escape
    <dialog
      ref={dialog}
      aria-labelledby="lessons-title"
      className="lesson-sheet"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      {children && (
        <>
          <div className="sticky top-0 z-10 flex justify-end bg-surface px-2 pt-2">
            <Button type="button" variant="quiet" size="small" onClick={() => dialog.current?.close()}>
              <Icon name="close" className="size-5" />
              {t("common.close")}
            </Button>
          </div>
          {children}
        </>
      )}
    </dialog>
  );
}
