import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createStylePicker } from "./page-styles";

/** Written by `root.tsx` for a page with `firstStyles`, before the stylesheet's link at its end. */
const place = '<style id="first-styles"';
const link = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"/;

/**
 * Returns a function that writes the rules of the stylesheet that a page needs into the page, so that it is shown
 * before the stylesheet arrives. Other pages are unchanged. `clientDir`: the build's files for browsers.
 */
export function createFirstStyles(clientDir: string): (html: string) => string {
  const pickers = new Map<string, (html: string) => string>();
  return (html) => {
    const href = link.exec(html)?.[1];
    const styleTag = html.indexOf(place);
    const styleText = styleTag < 0 ? -1 : html.indexOf(">", styleTag) + 1;
    if (!href || styleText < 1 || !html.startsWith("</style>", styleText)) return html;
    const pick = pickers.get(href) ?? createStylePicker(readFileSync(join(clientDir, href), "utf8"));
    pickers.set(href, pick);
    const styles = pick(html);
    return html.slice(0, styleText) + styles + html.slice(styleText);
  };
}
