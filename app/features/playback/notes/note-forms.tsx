import { Form } from "@remix-run/react";
import {
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { MomentLink } from "~/features/playback/player/moment-link";
import { PlayerGlyph } from "~/features/playback/player/player-glyph";
import { usePlayerElement } from "~/features/playback/player/use-player-state";
import { clockMoment } from "~/features/videos/listing/duration";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { controlLook, FieldError, fieldWiring } from "~/ui/forms/field-frame";
import { FormError } from "~/ui/forms/form-error";
import { Icon } from "~/ui/icons";
import { classNames } from "~/ui/looks";
import { type NoteView, noteFieldId, noteMaxLength, notesPath } from "./note-view";
import type { NoteProblem } from "./use-notes";

interface FormProps {
  videoId: string;
  courseId: string | undefined;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  isSending?: boolean;
  /** Where a form without script returns to: the watch page by default. */
  back?: "list" | "all";
  problem: NoteProblem | undefined;
}

/** Follows the player while the field is empty and not in use; the moment is the second at which it is entered. */
export function NewNote({ startSeconds, problem, ...form }: FormProps & { startSeconds: number }) {
  const t = useText();
  const video = usePlayerElement(form.videoId);
  const second = useRef<HTMLInputElement>(null);
  const [taken, setTaken] = useState<number>();
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (!video || taken !== undefined) return;
    const read = () => setNow(Math.floor(video.currentTime));
    read();
    video.addEventListener("timeupdate", read);
    video.addEventListener("seeking", read);
    return () => {
      video.removeEventListener("timeupdate", read);
      video.removeEventListener("seeking", read);
    };
  }, [video, taken]);
  const take = () => {
    if (!video || taken !== undefined) return;
    const moment = Math.floor(video.currentTime);
    setTaken(moment);
    if (second.current) second.current.value = clockMoment(moment);
  };
  const typed = problem?.typed;
  return (
    <NoteForm {...form} className="group/note mt-3">
      <TextField
        id={noteFieldId}
        label={t("notes.label")}
        placeholder={video ? t("notes.writeAt", { time: clockMoment(taken ?? now) }) : undefined}
        defaultValue={typed?.text}
        error={problem?.errors.text}
        onFocus={take}
        onBlur={(event) => event.currentTarget.value === "" && setTaken(undefined)}
        isNew
      />
      <div
        className={classNames(
          "mt-2 flex flex-wrap items-start justify-between gap-2",
          taken === undefined &&
            !problem &&
            "hidden group-focus-within/note:flex [@media(scripting:none)]:flex",
        )}
      >
        <SecondField
          id="note-second"
          input={second}
          defaultValue={typed?.second ?? clockMoment(startSeconds)}
          error={problem?.errors.second}
        />
        <Button name="intent" value="add" size="small" pending={form.isSending ?? false}>
          {t("notes.add")}
        </Button>
      </div>
      <FormError className="mt-3">{problem?.errors.form}</FormError>
    </NoteForm>
  );
}

interface NoteListProps extends FormProps {
  notes: readonly NoteView[];
  /** By default a link into the player on the page. */
  renderMoment?: (note: NoteView, look: string) => ReactNode;
}

const momentLook =
  "flex min-h-11 shrink-0 items-center self-start rounded-control bg-success-soft px-2.5 text-sm font-bold text-on-success-soft!";

export function NoteList({ notes, renderMoment, problem, ...form }: NoteListProps) {
  const t = useText();
  return (
    <ul className="mt-3 divide-y divide-line border-y border-line">
      {notes.map((note) => {
        const noteProblem = problem?.noteId === note.id ? problem : undefined;
        return (
          <li key={note.id} className="relative flex items-start gap-3 py-3">
            {renderMoment ? (
              renderMoment(note, momentLook)
            ) : (
              <MomentLink videoId={form.videoId} seconds={note.second} className={momentLook}>
                {clockMoment(note.second)}
              </MomentLink>
            )}
            <div className="min-w-0 flex-1">
              <p className="py-2.5 pr-12 whitespace-pre-line [overflow-wrap:anywhere]">{note.text}</p>
              <details open={noteProblem ? true : undefined} className="group/change">
                <summary
                  aria-label={`${t("notes.change")}: ${clockMoment(note.second)}`}
                  className="absolute top-3 right-0 flex size-11 cursor-pointer list-none items-center justify-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink [&::-webkit-details-marker]:hidden"
                >
                  <Icon name="dots" />
                </summary>
                <NoteForm {...form} className="pb-1">
                  <input type="hidden" name="noteId" value={note.id} />
                  <TextField
                    id={`text-${note.id}`}
                    label={t("notes.label")}
                    defaultValue={noteProblem?.typed.text ?? note.text}
                    error={noteProblem?.errors.text}
                  />
                  <div className="mt-2 flex flex-wrap items-start gap-2">
                    <SecondField
                      id={`second-${note.id}`}
                      defaultValue={noteProblem?.typed.second ?? clockMoment(note.second)}
                      error={noteProblem?.errors.second}
                    />
                    <span className="grow" />
                    <Button name="intent" value="save" size="small">
                      {t("notes.save")}
                    </Button>
                    <Button name="intent" value="delete" size="small" variant="quiet" formNoValidate>
                      {t("notes.delete")}
                    </Button>
                  </div>
                  <FormError className="mt-3">{noteProblem?.errors.form}</FormError>
                </NoteForm>
              </details>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function NoteForm({
  videoId,
  courseId,
  onSubmit,
  back,
  className,
  children,
}: Omit<FormProps, "problem"> & { className?: string; children: ReactNode }) {
  const linkTo = useLinkTo();
  return (
    <Form
      method="post"
      action={linkTo(notesPath(videoId)).to}
      onSubmit={onSubmit}
      preventScrollReset
      className={className}
    >
      {courseId && <input type="hidden" name="course" value={courseId} />}
      {back && <input type="hidden" name="back" value={back} />}
      {children}
    </Form>
  );
}

interface TextFieldProps {
  id: string;
  label: string;
  placeholder?: string | undefined;
  defaultValue: string | undefined;
  error: string | undefined;
  onFocus?: () => void;
  onBlur?: (event: FocusEvent<HTMLTextAreaElement>) => void;
  isNew?: true;
}

function TextField({ id, label, error, isNew, ...field }: TextFieldProps) {
  const { control, errorId } = fieldWiring("text", error ? { error } : {}, id);
  return (
    <div className="relative">
      {isNew && (
        <span className="pointer-events-none absolute top-3.5 left-3.5 text-ink-soft">
          <PlayerGlyph name="note" />
        </span>
      )}
      <textarea
        {...control}
        {...field}
        aria-label={label}
        rows={isNew ? 1 : 3}
        maxLength={noteMaxLength}
        required
        className={controlLook(
          error,
          classNames(
            "field-sizing-content resize-y",
            isNew && "pl-11 focus:min-h-20 [&:not(:placeholder-shown)]:min-h-20",
          ),
        )}
      />
      <FieldError {...(errorId ? { id: errorId } : {})}>{error}</FieldError>
    </div>
  );
}

interface SecondFieldProps {
  id: string;
  input?: RefObject<HTMLInputElement>;
  defaultValue: string;
  error: string | undefined;
}

function SecondField({ id, input, defaultValue, error }: SecondFieldProps) {
  const t = useText();
  const { control, errorId } = fieldWiring("second", error ? { error } : {}, id);
  return (
    <div>
      <input
        {...control}
        ref={input}
        aria-label={t("notes.second")}
        defaultValue={defaultValue}
        autoComplete="off"
        maxLength={10}
        className="min-h-11 w-24 rounded-control border border-line-strong bg-success-soft px-3 text-base font-bold text-on-success-soft tabular-nums sm:text-sm"
      />
      <FieldError {...(errorId ? { id: errorId } : {})}>{error}</FieldError>
    </div>
  );
}
