import { type ComponentType, lazy, useState } from "react";

const loading: Promise<unknown>[] = [];

/** Resolves when the forms that the server's page contains are loaded, or failed to. */
export const waitForForms = () => Promise.all(loading);

/**
 * Returns a form whose script is loaded when it is shown; it suspends meanwhile. If the server's page contains an element of
 * `selector`, the form is loaded before hydration: an update of the page while it loads would make React discard it, with what
 * was typed.
 */
export function lazyForm<Props extends object>(
  selector: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const Lazy = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  if (typeof document !== "undefined" && document.querySelector(selector)) {
    const keep = (form: ComponentType<Props>) => {
      loaded = form;
    };
    loading.push(load().then(keep, () => {}));
  }
  return (props) => {
    // Another component would be mounted anew.
    const [Form] = useState(() => loaded ?? Lazy);
    return <Form {...props} />;
  };
}
