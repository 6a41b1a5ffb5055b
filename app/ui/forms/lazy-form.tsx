import { type ComponentType, useEffect, useState } from "react";

const loading: Promise<unknown>[] = [];

/** Resolves when the forms of the server's page are loaded or have failed to load. */
export const waitForForms = () => Promise.all(loading);

/**
 * Returns a form whose script is loaded when it is shown; until then, or if that fails, nothing is rendered. A form in
 * the server's page (`selector`) is loaded before hydration: React discards a Suspense boundary that an update reaches
 * before it is hydrated (error 421), with what was typed.
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
