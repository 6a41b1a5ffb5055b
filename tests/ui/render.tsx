import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom/server";

/** The server's markup of an element on the page at `path`. */
export function render(element: ReactElement, path = "/"): string {
  return renderToStaticMarkup(<StaticRouter location={path}>{element}</StaticRouter>);
}

/** The opening tag of the first `name` element in the markup. */
export function tag(markup: string, name: string): string {
  return new RegExp(`<${name}(?=[\\s>])[^>]*>`).exec(markup)?.[0] ?? "";
}
