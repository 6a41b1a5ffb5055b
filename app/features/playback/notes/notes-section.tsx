import { useEffect } from "react";
import { readChoices } from "~/features/playback/player/player-choices";
import { focusedPart } from "~/features/playback/player/use-player-state";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { TextLink } from "~/ui/link";
import { classNames } from "~/ui/looks";
import { NewNote, NoteList } from "./note-forms";
import { allNotesPath, type NotesView, noteFieldId, notesId } from "./note-view";
import { useNotes } from "./use-notes";

/** Moves to the field of a new note. Full screen ends: it hides the field. */
export async function takeNote(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  const field = document.getElementById(noteFieldId);
  field?.scrollIntoView({ block: "center" });
  field?.focus({ preventScroll: true });
}

interface NotesSectionProps {
  shown: NotesView;
  courseId: string | undefined;
  /** The moment of a note that is written without script. */
  startSeconds: number;
  className?: string;
}

/** With script its forms are sent in place. Needs `PlayerTexts`. */
export function NotesSection({ shown: loaded, courseId, startSeconds, className }: NotesSectionProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const { shown, sent, problem, isSending, onSubmit } = useNotes(loaded);
  useNoteKey();
  const form = { videoId: shown.videoId, courseId, onSubmit, isSending };
  return (
    <section id={notesId} aria-labelledby="notes-title" className={classNames("scroll-mt-20", className)}>
      <h2 id="notes-title" className="text-2xl">
        {t("notes.title")}
      </h2>
      <p className="mt-0.5 text-sm text-ink-soft">{t("notes.private")}</p>
      <NewNote
        key={`new-${sent}`}
        {...form}
        startSeconds={startSeconds}
        problem={problem?.noteId === "" ? problem : undefined}
      />
      {shown.notes.length === 0 ? (
        <p className="mt-3 text-sm text-ink-soft">{t("notes.none")}</p>
      ) : (
        <NoteList key={sent} {...form} notes={shown.notes} problem={problem} />
      )}
      <TextLink
        {...linkTo(
          allNotesPath({
            productId: shown.count > shown.notes.length ? (courseId ?? shown.videoId) : undefined,
          }),
        )}
        className="mt-1 text-sm"
      >
        {t("notes.everything")}
      </TextLink>
    </section>
  );
}

/** N begins a note, unless the keys of the player are off. */
function useNoteKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isOther = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
      if (isOther || event.key.toLowerCase() !== "n" || focusedPart(event.target) === "field") return;
      if (!readChoices().keys) return;
      event.preventDefault();
      void takeNote();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
