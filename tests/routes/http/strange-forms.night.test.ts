import { beforeAll, describe, expect, test } from "vitest";
import { send } from "../../support/browser";
import { startHttpApp } from "../../support/http-app";
import { makeCreator, makeVideo, type Person } from "../../support/people";
import { makeStrangeBody } from "../../support/strange-multipart";
import { appUrl, startTestWorld } from "../../support/test-services";

const world = await startTestWorld();
const { port } = await startHttpApp(world);
let ana: Person;
let videoId: string;
beforeAll(async () => {
  ana = await makeCreator(world);
  videoId = await makeVideo(world, ana);
});

const post = (path: string, contentType: string, body: Uint8Array | string) =>
  send(port, {
    method: "POST",
    path,
    body,
    headers: { Cookie: ana.cookie, Origin: appUrl, "Content-Type": contentType },
  });
const pathOf = (kind: string) => (kind === "edit" ? `/creator/videos/${videoId}/edit` : `/creator/${kind}`);

describe.each(["upload", "uploads", "edit"])("the form at /creator/…%s", (kind) => {
  test.each(["iso-8859-15", "utf-7"])("refuses a text field in %s as malformed with 400", async (charset) => {
    const body = `--X\r\nContent-Disposition: form-data; name="title"\r\nContent-Type: text/plain; charset=${charset}\r\n\r\nPao\r\n--X--\r\n`;
    const reply = await post(pathOf(kind), "multipart/form-data; boundary=X", body);
    expect(reply.status).toBe(400);
    if (kind !== "uploads") expect(reply.body).toContain("A conexão caiu antes do fim");
    expect((await send(port, { path: "/healthcheck" })).status).toBe(200);
  });

  test("answers 100 strange bodies, and the request after each", {
    timeout: 300_000,
  }, async () => {
    for (let seed = 1; seed <= 100; seed++) {
      const { contentType, body } = makeStrangeBody(seed);
      const reply = await post(pathOf(kind), contentType, body);
      expect(reply.status, `body ${seed}`).toBeLessThan(500);
      expect((await send(port, { path: "/healthcheck" })).status, `after body ${seed}`).toBe(200);
    }
  });
});
