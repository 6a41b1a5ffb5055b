import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import WebSocket from "ws";
import type { EngineWindow } from "./engine";

const preferences = {
  "intl.accept_languages": "pt-BR, pt",
  "intl.locale.requested": "pt-BR",
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
};

type Params = Record<string, unknown>;
interface Answer {
  id?: number;
  error?: string;
  message?: string;
  // The fields differ by command.
  // biome-ignore lint/suspicious/noExplicitAny: https://www.w3.org/TR/webdriver-bidi
  result?: any;
}

/** Starts Firefox without a window, driven by WebDriver BiDi, which it speaks itself. */
export async function openFirefox(executablePath: string): Promise<EngineWindow> {
  const profile = mkdtempSync(join(tmpdir(), "sabia-firefox-"));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const words = ["--headless", "--profile", profile, "--remote-debugging-port", "0", "--no-remote"];
  const firefox = spawn(executablePath, words, { stdio: ["ignore", "ignore", "pipe"] });
  const socket = await connect(firefox.stderr);
  let last = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.on("message", (data) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  const send = async (method: string, params: Params = {}) => {
    const id = ++last;
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (answer.error) throw new Error(`${method}: ${answer.error}: ${answer.message}`);
    return answer.result;
  };
  await send("session.new", { capabilities: {} });
  let userContext = "";
  let context = "";
  const openContext = async () => {
    ({ userContext } = await send("browser.createUserContext"));
    ({ context } = await send("browsingContext.create", { type: "tab", userContext }));
    await send("browsingContext.setViewport", { context, viewport: { width: 1280, height: 800 } });
  };
  const run = async (script: (...words: never[]) => unknown, ...words: unknown[]) => {
    const answer = await send("script.evaluate", {
      expression: `Promise.resolve((${script})(...${JSON.stringify(words)})).then((it) => JSON.stringify(it))`,
      target: { context },
      awaitPromise: true,
    });
    if (answer.type === "exception") throw new Error(answer.exceptionDetails.text);
    return answer.result.value === undefined ? undefined : JSON.parse(answer.result.value);
  };
  const find = async (xpath: string) => {
    for (const deadline = Date.now() + 30_000; ; await new Promise((done) => setTimeout(done, 100))) {
      const locator = { type: "xpath", value: xpath };
      const { nodes } = await send("browsingContext.locateNodes", { context, locator, maxNodeCount: 1 });
      if (nodes[0]) return { sharedId: nodes[0].sharedId as string };
      if (Date.now() > deadline) throw new Error(`no ${xpath}`);
    }
  };
  const call = (functionDeclaration: string, element: { sharedId: string }) =>
    send("script.callFunction", {
      functionDeclaration,
      arguments: [element],
      target: { context },
      awaitPromise: true,
    });
  const act = (type: "key" | "pointer", actions: Params[]) =>
    send("input.performActions", { context, actions: [{ type, id: type, actions }] });
  await openContext();
  return {
    open: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    reload: () => send("browsingContext.reload", { context, wait: "complete" }),
    url: async () => (await send("browsingContext.getTree", { root: context })).contexts[0].url,
    run: (script, ...words) => run(script as never, ...words) as never,
    press: async (xpath) => {
      const element = await find(xpath);
      await call("(it) => it.scrollIntoView({ block: 'center', behavior: 'instant' })", element);
      const origin = { type: "element", element };
      await act("pointer", [
        { type: "pointerMove", x: 0, y: 0, origin },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ]);
    },
    fill: async (xpath, text) => {
      await call("(it) => { it.focus(); it.select?.(); }", await find(xpath));
      const keys = [...text].flatMap((key) => [
        { type: "keyDown", value: key },
        { type: "keyUp", value: key },
      ]);
      await act("key", keys);
    },
    goToNewTab: async () => {
      for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
        const tabs: { context: string; userContext: string }[] = (await send("browsingContext.getTree"))
          .contexts;
        const newest = tabs.filter((tab) => tab.userContext === userContext).at(-1)?.context ?? context;
        if (newest !== context) {
          context = newest;
          return;
        }
        await new Promise((done) => setTimeout(done, 100));
      }
    },
    forget: async () => {
      await send("browser.removeUserContext", { userContext });
      await openContext();
    },
    close: async () => {
      const ended = once(firefox, "exit");
      await send("browser.close");
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Waits for the address that Firefox prints, and connects to it. */
async function connect(output: NodeJS.ReadableStream): Promise<WebSocket> {
  for await (const line of createInterface({ input: output })) {
    const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1];
    if (!address) continue;
    output.resume();
    const socket = new WebSocket(`${address}/session`);
    await once(socket, "open");
    return socket;
  }
  throw new Error("Firefox ended before it listened");
}
