/** From `html` or `raw`; not escaped again. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = string | number | Html | Html[];

export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + show(values[index - 1] ?? "") + part));
}

function show(value: Value): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map((item) => item.text).join("");
  return escapeHtml(String(value));
}

function escapeHtml(text: string): string {
  const names: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character);
}

/** http(s) addresses become links that open in a new tab. */
export function linked(text: string): Html {
  const pieces = text.split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/);
  return new Html(
    pieces
      .map((piece, index) =>
        index % 2 === 0
          ? html`${piece}`.text
          : html`<a href="${piece}" target="_blank" rel="noopener noreferrer">${piece}</a>`.text,
      )
      .join(""),
  );
}
