import { afterEach, expect, test, vi } from "vitest";
import { beginUpload, releaseFile } from "./begin-upload";

afterEach(() => void vi.unstubAllGlobals());

/** Records the fields that the server gets. */
function listen(): FormData[] {
  const sent: FormData[] = [];
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: FormData }) => {
    sent.push(body);
    return Response.json({ ok: true, uploadId: "new" });
  });
  return sent;
}

const file = new File(["video"], "aula.mp4", { type: "video/mp4" });

/** The fields of a form whose draft has a file, with another one chosen. */
function filledForm(): FormData {
  const fields = new FormData();
  fields.set("title", "Pão");
  fields.set("uploadId", "the draft's own");
  fields.set("video", file);
  return fields;
}

test("a chosen file is begun without the draft's own file, which would be published in its place", async () => {
  const sent = listen();
  await beginUpload(filledForm(), file);
  expect(sent[0]?.get("uploadId")).toBeNull();
  expect(sent[0]?.get("title")).toBe("Pão");
  expect(sent[0]?.get("videoName")).toBe("aula.mp4");
});

test("the form of a file that the server has is sent with its id and without bytes", async () => {
  const sent = listen();
  await releaseFile(filledForm(), "held");
  expect(sent[0]?.get("uploadId")).toBe("held");
  expect(sent[0]?.get("video")).toBeNull();
});
