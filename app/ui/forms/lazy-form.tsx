import { type ComponentType, useEffect, useState } from "react";

const loading: Promise<unknown>[] = [];

/** Resolves when the forms of the server's page have loaded or failed to load. */
export const waitForForms = () => Promise.all(loading);

/**
 * Renders nothing until the form's script is loaded on demand, or if that fails. A form in the server's page
 * (`selector`) is loaded before hydration: React discards a Suspense boundary that an update reaches before it is
 * hydrated (error 421), with what was typed.
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
