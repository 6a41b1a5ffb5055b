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
