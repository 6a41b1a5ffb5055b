import { secretFields } from "~/ui/secret-fields";

const storageKey = "sabia-typed";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Kinds of field that are kept. A password that is shown is a text by its type: those are known by their names. */
const keptTypes = new Set(["text", "email", "tel", "url", "number", "textarea", "select-one"]);

/** The fields of forms that store something. A search is no such form: it is in the address. */
function listControls(): Control[] {
  const controls = document.querySelectorAll<Control>("form[method=post] :is(input, textarea, select)[name]");
  return [...controls].filter(
    ({ name, type, disabled, hidden }) =>
      keptTypes.has(type) && !disabled && !hidden && !secretFields.has(name),
  );
}

/**
 * Remembers what is typed into this page's forms, for the same page in the other language: it is loaded whole (design.md,
 * decision 10) and would come empty. Never a password, a card's number, a file or a hidden field.
 */
export function keepTyped(): void {
  const fields = Object.fromEntries(listControls().map(({ name, value }) => [name, value]));
  if (Object.keys(fields).length === 0) return;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ path: window.location.pathname, fields }));
  } catch {
    // Refused by the browser's settings, such as in a private window: nothing is kept.
  }
}

/** Puts back what was kept for this page, once, and forgets it. A field that was typed into meanwhile stays as it is. */
export function putTypedBack(): void {
  let kept: { path: string; fields: Record<string, string> } | null = null;
  try {
    kept = JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    sessionStorage.removeItem(storageKey);
  } catch {
    // As above.
  }
  if (kept?.path !== window.location.pathname) return;
  for (const control of listControls()) {
    const value = kept.fields[control.name];
    const typedMeanwhile = "defaultValue" in control && control.value !== control.defaultValue;
    // No component follows these fields by script: what stands in them is all there is to put back.
    if (value !== undefined && !typedMeanwhile) control.value = value;
  }
}
