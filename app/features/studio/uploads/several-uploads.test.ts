import { expect, test } from "vitest";
import type { TransferState } from "~/features/studio/transfer/file-transfer";
import type { Begun } from "./begin-upload";
import { type SentFile, SeveralUploads } from "./several-uploads";

const fileOf = (name: string) => new File(["video"], name, { type: "video/mp4" });

/** Sends files to a server that the test plays. */
function send(names: string[], answers: Partial<Record<string, Begun | TransferState>> = {}) {
  let list: readonly SentFile[] = [];
  const begun: string[] = [];
  let ids = 0;
  const uploads = new SeveralUploads({
    files: names.map(fileOf),
    check: ({ name }) => (name.endsWith(".txt") ? "videos.videoFormat" : undefined),
    begin: async ({ name }, draftId) => {
      begun.push(`${name} into ${draftId}`);
      const answer = answers[name];
      return answer && "ok" in answer ? answer : { ok: true, uploadId: name };
    },
    makeTransfer: (file, _id, on) => ({
      go: () => {
        on.onState({ phase: "sending" });
        on.onProgress(2);
        const answer = answers[file.name];
        on.onState(answer && "phase" in answer ? answer : { phase: "sent" });
      },
      end: () => undefined,
    }),
    newId: () => {
      ids += 1;
      return `draft ${ids}`;
    },
    onChange: (next) => {
      list = next;
    },
  });
  return { uploads, begun, states: () => list.map(({ state, message }) => message ?? state) };
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

test("after its end nothing more begins", async () => {
  const { uploads, begun } = send(["a.mp4", "b.mp4"]);
  const run = uploads.run();
  uploads.end();
  await run;
  expect(begun).toEqual(["a.mp4 into draft 1"]);
});
