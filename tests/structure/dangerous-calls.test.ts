import ts from "typescript";
import { describe, expect, test } from "vitest";
import { listSources, parse, readText, walk } from "./sources";

/** Permitted uses, with their reason. */
const known: Record<string, string[]> = {
  // As a string: React 18 writes NUL bytes into streams.
  "app/entry.server.tsx": ["react-dom/server"],
  // The brand's colours and rules of our own stylesheet: constants.
  "app/root.tsx": ["dangerouslySetInnerHTML", "dangerouslySetInnerHTML", "dangerouslySetInnerHTML"],
  // That the banner was closed.
  "app/features/base/install/install-banner.tsx": ["localStorage", "localStorage"],
  // Speed, volume, captions and keys of the player.
  // To YouTube's player, under its own origin alone.
  "app/features/playback/player/moment-link.tsx": ["frame.contentWindow?.postMessage"],
  // Reads what this device keeps of a lesson; public/copies.js writes it.
  "app/features/playback/offline/use-kept-copies.ts": ["indexedDB"],
  "app/features/playback/player/player-choices.ts": ["localStorage", "localStorage", "localStorage"],
  "app/features/playback/player/youtube-player.tsx": ["frame.contentWindow?.postMessage"],
  // The id of a bought video, to our own tabs.
  "app/features/orders/checkout/use-purchase-news.ts": ["channel.postMessage"],
  // Form values without secrets, until the page in the other language has loaded.
  "app/i18n/language-switch.tsx": ["sessionStorage", "sessionStorage", "sessionStorage"],
  // Made of constants.
  "app/features/base/form-fields/pix-key.ts": ["RegExp"],
  "app/features/base/money/price.ts": ["RegExp"],
  "app/features/videos/lesson-files/chapters.ts": ["RegExp", "RegExp"],
  // Threads of our own build, given rows of our own database.
  "app/features/base/documents/pdf.server.ts": ["node:worker_threads", "thread.postMessage"],
  "app/features/base/documents/pdf-worker.server.ts": [
    "node:worker_threads",
    "parentPort?.postMessage",
    "parentPort?.postMessage",
    "parentPort?.postMessage",
    "parentPort?.postMessage",
  ],
  "app/features/base/documents/sheet-files.server.ts": [
    "node:worker_threads",
    "thread.postMessage",
    "thread.postMessage",
  ],
  "app/features/base/documents/workbook-worker.server.ts": ["node:worker_threads", "parentPort?.postMessage"],
  // The one script of every page: a constant, with the page's nonce.
  "app/document/late-scripts.tsx": ["dangerouslySetInnerHTML"],
  // Reads when the certificate of our own address ends, and sends nothing.
  "app/platform/health/machine.server.ts": ["rejectUnauthorized"],
  // FFmpeg, without a shell; ffmpeg-arguments.ts limits what it may do with a file.
  "app/integrations/conversion/run-program.server.ts": ["node:child_process"],
  // Spreads the retries of disconnected clients; not a secret.
  "app/features/studio/uploads/resume-transfer.ts": ["Math.random"],
};

const calls = /^(eval|document\.write(ln)?|Math\.random|(.+\.)?(insertAdjacentHTML|postMessage))$/;
const words = new Set([
  "dangerouslySetInnerHTML",
  "innerHTML",
  "outerHTML",
  "srcDoc",
  "rejectUnauthorized",
  "insecureHTTPParser",
  "localStorage",
  "sessionStorage",
  "indexedDB",
  // A page is rendered as one text, which waits for nothing.
  "Suspense",
  "Await",
]);
const modules = /^(node:)?(child_process|vm|worker_threads|react-dom\/server)$/;

/**
 * Finds code that evaluates text as code or HTML, runs programs, builds patterns from input, uses predictable
 * randomness or broken hashes, renders pages outside of `entry.server.tsx`, disables certificate checks, or stores
 * data in the browser.
 */
function findDangers(text: string, path?: string): string[] {
  const found: string[] = [];
  walk(parse(text, path), (node) => {
    if (ts.isIdentifier(node) && words.has(node.text)) found.push(node.text);
    if (ts.isImportDeclaration(node)) {
      const from = (node.moduleSpecifier as ts.StringLiteral).text;
      if (modules.test(from)) found.push(from);
    }
    if (ts.isNewExpression(node)) {
      const name = node.expression.getText();
      const literal = node.arguments?.every((argument) => ts.isStringLiteral(argument));
      if (name === "Function" || (name === "RegExp" && !literal)) found.push(name);
    }
    if (!ts.isCallExpression(node)) return;
    const callee = node.expression.getText();
    if (calls.test(callee)) found.push(callee);
    const [first] = node.arguments;
    if (/(^|\.)create(Hash|Hmac)$/.test(callee) && !/^"sha(256|384|512)"$/.test(first?.getText() ?? "")) {
      found.push(`${callee}(${first?.getText() ?? ""})`);
    }
  });
  return found;
}

test("the product uses only the permitted dangerous calls", () => {
  const found = [...listSources("app"), "server.ts"].flatMap((path) => {
    const dangers = findDangers(readText(path), path);
    return dangers.length > 0 ? [[path, dangers] as const] : [];
  });
  expect(Object.fromEntries(found)).toEqual(known);
});

describe("the check of dangerous calls", () => {
  test.each([
    "eval(text)",
    "new Function(text)",
    `import { exec } from "node:child_process"`,
    `import vm from "vm"`,
    `import { renderToString } from "react-dom/server"`,
    "<p dangerouslySetInnerHTML={{ __html: name }} />",
    "box.innerHTML = name",
    `import { Suspense } from "react"`,
    "box.insertAdjacentHTML('beforeend', name)",
    "document.write(name)",
    "<iframe srcDoc={name} />",
    "new RegExp(typed)",
    `createHash("md5")`,
    "crypto.createHmac(algorithm, key)",
    "const id = Math.random()",
    "parent.postMessage(text)",
    "connect({ rejectUnauthorized: false })",
    "localStorage.setItem('email', email)",
  ])("finds %s", (text) => expect(findDangers(text)).toHaveLength(1));

  test.each([
    `createHash("sha256").update(id)`,
    `new RegExp("^a$")`,
    "box.textContent = name",
    "randomBytes(32)",
    `import { join } from "node:path"`,
  ])("passes %s", (text) => expect(findDangers(text)).toEqual([]));
});
