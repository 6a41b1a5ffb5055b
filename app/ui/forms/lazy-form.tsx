import { type ComponentType, useEffect, useState } from "react";

const loading: Promise<unknown>[] = [];

/** Resolves when the forms that the server's page contains are loaded, or failed to; on the server, when all are. */
export const waitForForms = () => Promise.all(loading);

/**
 * Returns a form whose script is loaded when it is shown, with nothing in its place meanwhile, nor if its script cannot
 * be loaded. If the server's page contains an element of `selector`, the form is loaded before hydration and hydrated
 * with the page: React discards a boundary of Suspense that an update reaches before it is hydrated (error 421), with
 * what was typed.
 */
export function lazyForm<Props extends object>(
  selector: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const keep = async () => {
    loaded = await load().catch(() => undefined);
    return loaded;
  };
  if (typeof document === "undefined" || document.querySelector(selector)) loading.push(keep());
  return (props) => {
    const [Form, setForm] = useState(() => loaded);
    useEffect(() => {
      if (!Form) keep().then((form) => setForm(() => form));
    }, [Form]);
    return Form ? <Form {...props} /> : null;
  };
}
