import { brandStyles } from "../../app/brand";
import { styleSource } from "../local-server/html";

export const pageStyle = `${brandStyles()}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main,header{max-width:56rem;margin:0 auto;padding:1rem}
header{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;justify-content:space-between}
h1{font-size:1.375rem;line-height:1.25;margin:0}
a{color:var(--primary)}
p{margin:.25rem 0}
.soft{color:var(--ink-soft)}
ul.mail{list-style:none;margin:0;padding:0;border:1px solid var(--line);border-radius:.75rem;background:var(--surface);overflow:hidden}
ul.mail li+li{border-top:1px solid var(--line)}
ul.mail a{display:block;padding:.75rem 1rem;color:inherit;text-decoration:none}
ul.mail a:hover,ul.mail a:focus-visible{background:var(--sunken)}
ul.mail strong{display:block}
.line{display:flex;flex-wrap:wrap;gap:0 1rem;justify-content:space-between;font-size:.875rem;color:var(--ink-soft)}
.box{border:1px solid var(--line);border-radius:.75rem;background:var(--surface);padding:1rem;margin:0 0 1rem}
.empty{padding:3rem 1rem;text-align:center}
pre{white-space:pre-wrap;font:inherit;margin:0}
iframe{display:block;width:100%;height:24rem;border:0;border-radius:.5rem;background:#fff}
button{font:inherit;min-height:2.75rem;padding:0 1rem;border-radius:.5rem;border:1px solid var(--line-strong);background:transparent;color:inherit;cursor:pointer}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:.5rem 0 0}
dt{color:var(--ink-soft)}
dd{margin:0}
h2{font-size:1rem;margin:0 0 .5rem}
:focus-visible{outline:3px solid var(--focus);outline-offset:-3px}
`;

/** No script, and only this stylesheet. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src ${styleSource(pageStyle)}`,
  "img-src data:",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The HTML of a mail: no script or form, its own origin, pictures of this machine. Links may open a new tab. */
export const mailPolicy = [
  "sandbox allow-popups allow-popups-to-escape-sandbox",
  "default-src 'none'",
  "img-src data: http://localhost:* http://127.0.0.1:*",
  "style-src 'unsafe-inline'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join("; ");
