import { isSecretField } from "~/ui/forms/secret-fields";

const storageKey = "sabia-typed";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Field types that are kept. A shown password has the type "text", so passwords are excluded by name. */
const keptTypes = new Set(["text", "email", "tel", "url", "number", "textarea", "select-one"]);

/** Searches are excluded: their values are in the URL. */
function listControls(): Control[] {
  const controls = document.querySelectorAll<Control>("form[method=post] :is(input, textarea, select)[name]");
  return [...controls].filter(
    ({ name, type, disabled, hidden }) =>
      keptTypes.has(type) && !disabled && !hidden && !isSecretField(name, window.location.pathname),
  );
}

/**
 * Stores the values of this page's forms for the same page in the other language, which is a new document.
 * Excludes passwords, card numbers, files and hidden fields.
 */
export function saveFormValues(): void {
  const fields = Object.fromEntries(listControls().map(({ name, value }) => [name, value]));
  if (Object.keys(fields).length === 0) return;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ path: window.location.pathname, fields }));
  } catch {
    // Disabled in the browser's settings, such as in a private window.
  }
}

/** Restores the values stored for this page, once. Fields edited since the page loaded stay unchanged. */
export function restoreFormValues(): void {
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
    // Uncontrolled fields: setting the value is enough.
    if (value !== undefined && !typedMeanwhile) control.value = value;
  }
}
