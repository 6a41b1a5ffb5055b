import { createHash } from "node:crypto";

export interface HashedPage {
  html: string;
  /** Sources for `script-src` and `style-src`, such as `'sha256-…'`. */
  scripts: string[];
  styles: string[];
}

/**
 * Replaces the nonce of a page by hashes, so that its bytes may be sent to everyone. Only elements with the nonce are
 * hashed: a script that was injected into the page does not know it. Returns undefined if the nonce also occurs
 * anywhere else.
 */
export function hashInline(html: string, nonce: string): HashedPage | undefined {
  const attribute = ` nonce="${nonce}"`;
  const scripts = new Set<string>();
  const styles = new Set<string>();
  let stripped = "";
  let end = 0;
  for (let at = html.indexOf(attribute); at >= 0; at = html.indexOf(attribute, end)) {
    const tag = readTag(html, html.lastIndexOf("<", at), at + attribute.length);
    if (!tag) return undefined;
    if (tag.inline) (tag.name === "script" ? scripts : styles).add(tag.inline);
    stripped += html.slice(end, at);
    end = at + attribute.length;
  }
  stripped += html.slice(end);
  return stripped.includes(nonce)
    ? undefined
    : { html: stripped, scripts: [...scripts], styles: [...styles] };
}

/**
 * Reads the element whose tag begins at `start` and has the nonce before `afterNonce`. `inline`: the hash of its
 * content, undefined for a script with an address or a link. Undefined if it is none of these elements.
 */
function readTag(
  html: string,
  start: number,
  afterNonce: number,
): { name: string; inline?: string } | undefined {
  const name = /^<(script|style|link)\s/.exec(html.slice(start, start + 8))?.[1];
  const open = html.indexOf(">", afterNonce);
  if (!name || open < 0 || html.slice(start, afterNonce).includes(">")) return undefined;
  if (name === "link" || / src="/.test(html.slice(start, open))) return { name };
  const close = html.indexOf(`</${name}>`, open);
  if (close < 0) return undefined;
  const content = html.slice(open + 1, close);
  return { name, inline: `'sha256-${createHash("sha256").update(content).digest("base64")}'` };
}
