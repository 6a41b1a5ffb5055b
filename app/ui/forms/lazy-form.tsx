import { type ComponentType, lazy, Suspense, useState } from "react";

const loading: Promise<unknown>[] = [];

/** Resolves when the forms that the server's page contains are loaded, or failed to; on the server, when all are. */
export const waitForForms = () => Promise.all(loading);

/**
 * Returns a form whose script is loaded when it is shown, with nothing in its place meanwhile. If the server's page contains an
 * element of `selector`, the form is loaded before hydration and hydrated with the page: React discards a boundary of Suspense
 * that an update reaches before it is hydrated (error 421), with what was typed in it.
 */
export function lazyForm<Props extends object>(
  selector: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const Lazy = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  if (typeof document === "undefined" || document.querySelector(selector)) {
    const keep = (form: ComponentType<Props>) => {
      loaded = form;
    };
    loading.push(load().then(keep, () => {}));
  }
  return (props) => {
    // Another component would be mounted anew.
    const [Loaded] = useState(() => loaded);
    if (Loaded) return <Loaded {...props} />;
    return (
      <Suspense>
        <Lazy {...props} />
      </Suspense>
    );
  };
}
