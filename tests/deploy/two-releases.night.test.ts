/**
 * The code of each kept release serves beside this one on the schema of this one, as between `migrate.js` and the end of
 * a reload. Its code is that of the commit that kept it.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { mustHold, patch, release, type Sender } from "../features/studio/uploads/tus";
import { Browser } from "../support/browser";
import { allowVideos, makeConsumer, makeCreator, makeVideo, readClip } from "../support/people";
import { startMortalServer } from "../support/server-process";
import { appUrl, startTestWorld } from "../support/test-services";
import { withReason } from "./skip-reason";

const kept = "tests/database/kept-releases";
const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8" }).trim();

function findHistoryReason(): string | undefined {
  try {
    return git("rev-parse", "--is-shallow-repository") === "true" ? "a clone without its history" : undefined;
  } catch {
    return "no clone of the repository";
  }
}

/** Builds a kept release in a folder of its own. Returns the folder. */
function buildKept(name: string): string {
  const commit = git("log", "--diff-filter=A", "--format=%H", "-1", "--", `${kept}/${name}`);
  const root = join(mkdtempSync(join(tmpdir(), "sabia-kept-")), "release");
  git("worktree", "add", "--detach", root, commit);
  onTestFinished(() => {
    git("worktree", "remove", "--force", root);
    rmSync(join(root, ".."), { recursive: true });
  });
  symlinkSync(resolve("node_modules"), join(root, "node_modules"));
  execFileSync("npm", ["run", "build"], { cwd: root, stdio: "pipe" });
  return root;
}

const reason = findHistoryReason();

test.skipIf(reason).each(readdirSync(kept))(
  withReason("%s and this release sell, play and take uploads from each other's visitors", reason),
  { timeout: 600_000 },
  async (name) => {
    const world = await startTestWorld();
    const { services, stripe } = world;
    const variables = { APP_URL: appUrl, PATH: "/nonexistent" };
    const ports: number[] = [];
    for (const options of [{}, { root: buildKept(name) }])
      ports.push((await startMortalServer(world, variables, options)).port);
    const ana = await makeCreator(world);
    await allowVideos(services, ana.userId);
    for (const [first, second] of [ports, ports.toReversed()] as [number, number][]) {
      const videoId = await makeVideo(world, ana, {}, readClip());
      const { email, password } = await makeConsumer(world);
      const buyer = new Browser({ port: first });
      const login = { intent: "login", email, password };
      expect((await buyer.post("/consumer-login", login)).status).toBe(303);
      const checkout = await buyer.post(`/videos/${videoId}/checkout`);
      stripe.setWebhookUrl(`http://localhost:${second}/webhooks/stripe`);
      await stripe.pay(checkout.location?.split("/").at(-1) ?? "", { method: "card", outcome: "succeed" });
      for (const port of [second, first]) {
        const visitor = new Browser({ port, cookie: buyer.cookie });
        for (const path of [`/watch/${videoId}`, "/purchases", "/marketplace", "/account"])
          expect([port, path, (await visitor.get(path)).status]).toEqual([port, path, 200]);
      }

      const [one, other] = [first, second].map((port) => ({ port, cookie: ana.cookie })) as [Sender, Sender];
      const uploadId = await mustHold(one, readClip());
      expect((await release(other, uploadId)).status).toBe(303);
      expect((await patch(one, uploadId, 0, readClip())).status).toBe(204);
      expect((await new Browser(other).get(`/videos/${uploadId}`)).status).toBeLessThan(400);
    }
    const sold = services.db.selectFrom("sales").select("status").execute();
    expect(await sold).toEqual([{ status: "completed" }, { status: "completed" }]);
    // The payment and the shares of a sale follow the release that sold it.
    expect(await services.db.selectFrom("order_violations").selectAll().execute()).toEqual([]);
  },
);
