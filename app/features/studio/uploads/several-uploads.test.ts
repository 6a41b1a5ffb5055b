import { expect, test } from "vitest";
import type { Begun } from "./begin-upload";
import type { TransferState } from "./resume-transfer";
import { type SentFile, SeveralUploads } from "./several-uploads";

const fileOf = (name: string) => new File(["video"], name, { type: "video/mp4" });

/** Sends files to a server that the test plays. */
function send(
  names: string[],
  answers: Partial<Record<string, Begun | TransferState | TransferState[]>> = {},
  loadClient = async () => ({}),
) {
  let list: readonly SentFile[] = [];
  const history: string[] = [];
  const begun: string[] = [];
  let ids = 0;
  const uploads = new SeveralUploads({
    files: names.map(fileOf),
    check: ({ name }) => (name.endsWith(".txt") ? "videos.videoFormat" : undefined),
    loadClient,
    begin: async ({ name }, draftId) => {
      begun.push(`${name} into ${draftId}`);
      const answer = answers[name];
      return answer && "ok" in answer ? answer : { ok: true, uploadId: name };
    },
    makeTransfer: (_client, file, _id, on) => ({
      go: () => {
        on.onState({ phase: "sending" });
        on.onProgress(2);
        const answer = answers[file.name];
        const states = Array.isArray(answer) ? answer : answer && "phase" in answer ? [answer] : [];
        for (const state of states) on.onState(state);
        if (states.at(-1)?.phase !== "ended") on.onState({ phase: "sent" });
      },
      end: () => undefined,
    }),
    newId: () => {
      ids += 1;
      return `draft ${ids}`;
    },
    onChange: (next) => {
      list = next;
      history.push(...next.map(({ state, message }) => [state, message].filter(Boolean).join(": ")));
    },
  });
  return { uploads, begun, history, states: () => list.map(({ state, message }) => message ?? state) };
}

test("each file goes into a draft of its own, in the order of the choice", async () => {
  const { uploads, begun, states } = send(["a.mp4", "b.mp4"]);
  await uploads.run();
  expect(begun).toEqual(["a.mp4 into draft 1", "b.mp4 into draft 2"]);
  expect(states()).toEqual(["held", "held"]);
});

test("a file that is refused, before, by the server or by its content, does not stop the others", async () => {
  const { uploads, begun, states } = send(["a.txt", "b.mp4", "c.mp4", "d.mp4"], {
    "b.mp4": { ok: false, errors: { video: "uploads.tooMany" } },
    "c.mp4": { phase: "ended", message: "videos.videoFormat" },
  });
  await uploads.run();
  expect(states()).toEqual(["videos.videoFormat", "uploads.tooMany", "videos.videoFormat", "held"]);
  expect(begun).not.toContain("a.txt into draft 1");
});

test("the files are listed before the first is sent", () => {
  const { uploads } = send(["a.mp4", "b.mp4"]);
  expect(uploads.list).toMatchObject([
    { name: "a.mp4", state: "queued" },
    { name: "b.mp4", state: "queued" },
  ]);
});

test("a file that could not be sent for want of the network is a failed one, and not a sent one", async () => {
  const { uploads, begun, states } = send(["a.mp4"], {}, () => Promise.reject(new TypeError("offline")));
  await uploads.run();
  expect(states()).toEqual(["uploads.notSent"]);
  expect(begun).toEqual([]);
});

test("a file that waits says for what, and no longer once it continues", async () => {
  const { uploads, history } = send(["a.mp4"], {
    "a.mp4": [
      { phase: "waiting", cause: "busy" },
      { phase: "sending" },
      { phase: "asking", message: "uploads.sessionEnded" },
      { phase: "sending" },
    ],
  });
  await uploads.run();
  expect(history.filter((line, index) => line !== history[index - 1])).toEqual([
    "sending",
    "waiting: uploads.busy",
    "sending",
    "asking: uploads.sessionEnded",
    "sending",
    "held",
  ]);
});

test("after its end nothing more begins", async () => {
  const { uploads, begun } = send(["a.mp4", "b.mp4"]);
  const run = uploads.run();
  uploads.end();
  await run;
  expect(begun).toEqual(["a.mp4 into draft 1"]);
});
