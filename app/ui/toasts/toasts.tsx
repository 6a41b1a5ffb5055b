import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Song } from "../drawings/drawing";
import { useClearOfControls } from "../forms/clear-of-controls";
import { useHydrated } from "../hydrated";
import { Icon, type IconName } from "../icons";
import { TextLink } from "../link";
import { classNames } from "../looks";

export type ToastTone = "success" | "error" | "info";

export type ToastMessage = {
  /** Toasts with the same id are shown once. */
  id: string;
  tone: ToastTone;
  title: string;
  /** Shows the singing bird in place of the icon. */
  sings?: boolean;
  description?: string;
  link?: { to: string; label: string } | undefined;
};

type ToastStore = {
  toasts: readonly ToastMessage[];
  dismissed: ReadonlySet<string>;
  add: (toast: Omit<ToastMessage, "id"> & { id?: string }) => string;
  dismiss: (id: string) => void;
};

const nothing: ToastStore = { toasts: [], dismissed: new Set(), add: () => "", dismiss: () => {} };

const ToastContext = createContext<ToastStore>(nothing);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ToastMessage[]>([]);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const count = useRef(0);

  const add = useCallback<ToastStore["add"]>((toast) => {
    count.current += 1;
    const added = { ...toast, id: toast.id ?? `here-${count.current}` };
    setToasts((before) => (before.some(({ id }) => id === added.id) ? before : [...before, added]));
    return added.id;
  }, []);

  const dismiss = useCallback<ToastStore["dismiss"]>((id) => {
    setToasts((before) => before.filter((toast) => toast.id !== id));
    setDismissed((before) => new Set(before).add(id));
  }, []);

  const store = useMemo(() => ({ toasts, dismissed, add, dismiss }), [toasts, dismissed, add, dismiss]);
  return <ToastContext.Provider value={store}>{children}</ToastContext.Provider>;
}

export function useToasts(): ToastStore {
  return useContext(ToastContext);
}

/** Closes the success toast of a form when it is submitted again. */
export function useLatestResultOnly(busy: boolean): void {
  const { toasts, dismiss } = useToasts();
  const latestToasts = useRef(toasts);
  latestToasts.current = toasts;
  useEffect(() => {
    if (!busy) return;
    for (const { id, tone } of latestToasts.current) if (tone === "success") dismiss(id);
  }, [busy, dismiss]);
}

const tones: Record<ToastTone, { icon: IconName; look: string }> = {
  success: { icon: "check", look: "bg-success-soft text-on-success-soft" },
  error: { icon: "alert", look: "bg-danger-soft text-on-danger-soft" },
  info: { icon: "info", look: "bg-info-soft text-on-info-soft" },
};

type ToastsProps = {
  toasts: readonly ToastMessage[];
  dismissLabel: string;
};

/**
 * Success and info disappear after eight seconds, by CSS; errors stay. The live region always exists, so that its
 * content is announced. Must precede the page's content; with script it follows the scroll (`useClearOfControls`).
 */
export function Toasts({ toasts: sent, dismissLabel }: ToastsProps) {
  const { toasts: kept, dismissed, add, dismiss } = useToasts();

  // The next load of the root does not send them again.
  useEffect(() => {
    for (const toast of sent) add(toast);
  }, [sent, add]);

  const fresh = sent.filter(({ id }) => !kept.some((toast) => toast.id === id));
  const all = [...kept, ...fresh].filter(({ id }) => !dismissed.has(id));
  const { shown, over } = decideVisibleToasts(all);
  const overIds = over.map(({ id }) => id).join();
  useEffect(() => {
    for (const id of overIds.split(",")) if (id) dismiss(id);
  }, [overIds, dismiss]);

  const hydrated = useHydrated();
  const box = useRef<HTMLDivElement>(null);
  useClearOfControls(box, shown.map(({ id }) => id).join());
  const show = (toast: ToastMessage) => (
    <Toast key={toast.id} {...toast} dismissLabel={dismissLabel} onDismiss={() => dismiss(toast.id)} />
  );
  return (
    <div
      ref={box}
      className={classNames(
        "pointer-events-none z-50 ml-auto flex w-full flex-col items-end px-4 sm:w-104",
        hydrated && "sticky top-0",
      )}
    >
      {shown.filter(({ tone }) => tone === "error").map(show)}
      <div role="status" aria-live="polite" aria-atomic="false" className="flex w-full flex-col">
        {shown.filter(({ tone }) => tone !== "error").map(show)}
      </div>
    </div>
  );
}

type ToastProps = ToastMessage & { dismissLabel: string; onDismiss: () => void };

function Toast({ tone, title, sings, description, link, dismissLabel, onDismiss }: ToastProps) {
  const { icon, look } = tones[tone];
  return (
    <div
      data-toast=""
      role={tone === "error" ? "alert" : undefined}
      onAnimationEnd={(event) => event.animationName === "toast-leave" && onDismiss()}
      className={classNames(
        "pointer-events-auto flex w-full items-start gap-3 rounded-card border border-line bg-surface p-4 shadow-lifted",
        "mt-3 has-checked:hidden",
        tone !== "error" && "toast-fades",
      )}
    >
      {sings ? (
        <Song />
      ) : (
        <span className={classNames("flex size-9 shrink-0 items-center justify-center rounded-full", look)}>
          <Icon name={icon} />
        </span>
      )}
      <div className="min-w-0 grow py-1.5 leading-snug">
        <p className="font-semibold">{title}</p>
        {description && <p className="mt-1 text-sm text-ink-soft">{description}</p>}
        {link && (
          <TextLink to={link.to} target="_blank" className="text-sm">
            {link.label}
          </TextLink>
        )}
      </div>
      <DismissToast label={dismissLabel} onDismiss={onDismiss} />
    </div>
  );
}

const dismissLook =
  "-m-1 flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-control text-ink-faint hover:bg-sunken hover:text-ink";

/** Without script a checkbox hides the toast by CSS: an error must not cover the page permanently. */
function DismissToast({ label, onDismiss }: { label: string; onDismiss: () => void }) {
  const hydrated = useHydrated();
  const box = useRef<HTMLInputElement>(null);
  const dismiss = useRef(onDismiss);
  dismiss.current = onDismiss;

  useEffect(() => {
    if (box.current?.checked) dismiss.current();
  }, []);

  if (hydrated) {
    return (
      <button type="button" aria-label={label} onClick={onDismiss} className={dismissLook}>
        <Icon name="close" />
      </button>
    );
  }
  return (
    <label
      className={classNames(
        dismissLook,
        "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
      )}
    >
      <input ref={box} type="checkbox" aria-label={label} className="sr-only" />
      <Icon name="close" />
    </label>
  );
}

const maxToasts = 2;

/** Shows the newest of `toasts` (oldest first). Older errors wait for room; other older ones are dropped (`over`). */
export function decideVisibleToasts<Toast extends { tone: string }>(
  toasts: readonly Toast[],
): { shown: Toast[]; waiting: Toast[]; over: Toast[] } {
  const older = toasts.slice(0, -maxToasts);
  return {
    shown: toasts.slice(-maxToasts),
    waiting: older.filter(({ tone }) => tone === "error"),
    over: older.filter(({ tone }) => tone !== "error"),
  };
}
