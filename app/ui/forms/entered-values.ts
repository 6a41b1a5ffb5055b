type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** React ignores an event of a control whose value equals the tracked one. */
type Tracked = { _valueTracker?: { setValue: (value: string) => void } };

const controls = "input, select, textarea";

/**
 * Records input before React runs. `note` records an event. `report`, called after hydration, restores values that it
 * has reset and fires the events that React has missed.
 */
export function recordEnteredValues(): { note: (event: Event) => void; report: () => void } {
  const entered = new Map<Control, string>();
  const record = (control: Control) => {
    // The last radio button of a group wins.
    entered.delete(control);
    entered.set(control, readState(control));
  };
  for (const control of document.querySelectorAll<Control>(controls)) if (isChanged(control)) record(control);
  const note = ({ type, target }: Event) => {
    if ((type === "input" || type === "change") && target instanceof Element && target.matches(controls))
      record(target as Control);
  };
  const report = () => {
    // A script may have filled fields without an event.
    for (const control of document.querySelectorAll<Control>(controls))
      if (!entered.has(control) && isChanged(control)) record(control);
    for (const [control, state] of entered) if (control.isConnected) reportControl(control, state);
  };
  return { note, report };
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    const initial = options.filter(({ defaultSelected }) => defaultSelected);
    if (initial.length === 0 && !control.multiple) return control.selectedIndex > 0;
    return options.some(({ selected, defaultSelected }) => selected !== defaultSelected);
  }
  if (control.type === "hidden") return false;
  if (control.type === "radio") return isTick(control) && control.checked && !control.defaultChecked;
  if (isTick(control)) return control.checked !== control.defaultChecked;
  if (control.type === "file") return control.value !== "";
  return control.value !== control.defaultValue;
}

function isTick(control: Control): control is HTMLInputElement {
  return control.type === "checkbox" || control.type === "radio";
}

function readState(control: Control): string {
  return isTick(control) ? String(control.checked) : control.value;
}

function reportControl(control: Control, state: string): void {
  const fire = (type: string) => control.dispatchEvent(new Event(type, { bubbles: true }));
  if (isTick(control)) {
    // The browser unchecks the others of a group without an event.
    if (control.type === "radio" && state === "false") return;
    if (readState(control) !== state) control.checked = state === "true";
    forget(control, String(state !== "true"));
    // React listens to clicks of these. An event that is no MouseEvent does not click.
    fire("click");
  } else if (control.type !== "file") {
    // Hydration resets a text area that had a text.
    if (control.value !== state && !(control instanceof HTMLSelectElement)) control.value = state;
    forget(control, state === "" ? " " : "");
  }
  if (control.type !== "file") fire("input");
  if (isTick(control) || control.type === "file" || control instanceof HTMLSelectElement) fire("change");
}

function forget(control: Control, other: string): void {
  (control as Tracked)._valueTracker?.setValue(other);
}
