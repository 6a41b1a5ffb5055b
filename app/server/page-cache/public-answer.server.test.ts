import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { hashInline } from "./public-answer.server";

const nonce = "c2VjcmV0";
const hash = (content: string) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`;

test("hashInline hashes the elements that have the nonce, and removes the nonce", () => {
  const page = hashInline(
    `<style nonce="${nonce}">a{}</style><script nonce="${nonce}">go()</script><script nonce="${nonce}" async="" src="/a.js"></script>` +
      `<script nonce="${nonce}" type="module">import "/b.js"</script>`,
    nonce,
  );
  expect(page).toEqual({
    html: '<style>a{}</style><script>go()</script><script async="" src="/a.js"></script><script type="module">import "/b.js"</script>',
    scripts: [hash("go()"), hash('import "/b.js"')],
    styles: [hash("a{}")],
  });
});

test("hashInline skips a script without the nonce", () => {
  const page = hashInline(`<script>evil()</script><script nonce="${nonce}">go()</script>`, nonce);
  expect(page?.scripts).toEqual([hash("go()")]);
});

test.each([
  ["in a text", `<p>${nonce}</p>`],
  ["in another attribute", `<script nonce="${nonce}" data-copy="${nonce}">go()</script>`],
  ["on another element", `<img nonce="${nonce}" src="/a.png">`],
  ["in a script that does not end", `<script nonce="${nonce}">go()`],
])("hashInline rejects a page with the nonce %s", (_where, html) => {
  expect(hashInline(html, nonce)).toBeUndefined();
});
