/** The main job in Firefox and WebKitGTK: register, publish, buy, watch, also without the server, pay a creator. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startApp } from "../../dev/app-process";
import { engines, findEngine } from "../../dev/browser/find-engines";
import { addDemoData } from "../../dev/demo/add-demo-data";
import { demoAdmin, demoPassword } from "../../dev/demo/people";
import { type LocalWorld, startLocalWorld } from "../../dev/local-world";
import { findFreePort } from "../../dev/postgres/free-port";
import { addRarerStates, type Ids } from "../../dev/screens/add-rarer-states";
import { withReason } from "../deploy/skip-reason";
import { makeBuild } from "../support/http-app";
import type { EngineWindow } from "./engine";
import { openFirefox } from "./firefox";
import { openWebKit } from "./webkit";

const openers = { firefox: openFirefox, webkit: openWebKit };

/** By the names of the form's fields. */
const registration = {
  email: "beatriz.engines@sabia.example",
  fullName: "Beatriz Ramalho",
  password: "uma senha longa",
};
const payout = {
  pixKey: "beatriz@sabia.example",
  bankName: "Banco do Brasil",
  bankAccount: "0001 / 12345-6",
};

const field = (name: string) => `//main//*[@name="${name}"][not(@type="hidden")]`;
const button = (text: string) => `//main//button[starts-with(normalize-space(), "${text}")]`;

/** Returns whether the device holds pieces of copies, and whether one of them holds the beginning of an MP4. */
async function readPieces() {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("copies", 1);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const pieces = await new Promise<ArrayBuffer[]>((resolve) => {
    const request = database.transaction("pieces").objectStore("pieces").getAll();
    request.onsuccess = () => resolve(request.result);
  });
  database.close();
  const isPlain = pieces.some((piece) => new TextDecoder("latin1").decode(piece).includes("ftyp"));
  return { hasPieces: pieces.length > 0, isPlain };
}

for (const name of ["firefox", "webkit"] as const) {
  const engine = engines[name];
  const program = await findEngine(engine);
  const skipped = program ? undefined : `no ${engine.program}: apt-get install ${engine.packages.join(" ")}`;

  describe.skipIf(skipped)(withReason(`in ${engine.name}`, skipped), { timeout: 600_000 }, () => {
    const stops: (() => unknown)[] = [];
    let world: LocalWorld;
    let page: EngineWindow;
    let ids: Ids;
    let origin = "";
    let app: Awaited<ReturnType<typeof startApp>>;
    let watched = "";

    beforeAll(async () => {
      const dir = mkdtempSync(join(tmpdir(), "sabia-engines-"));
      stops.push(() => rmSync(dir, { recursive: true, force: true }));
      await makeBuild();
      origin = `http://localhost:${await findFreePort()}`;
      world = await startLocalWorld({ dir, appUrl: origin, ephemeral: true });
      stops.push(world.stop);
      app = await startApp({ ...world.env, LOG_LEVEL: "error" }, { quiet: true });
      stops.push(() => app.stop());
      await addDemoData(world, { withPast: true });
      ids = await addRarerStates(world);
      page = await openers[name](program ?? "");
      stops.push(page.close);
    }, 300_000);
    afterAll(async () => {
      for (const stop of stops.reverse()) await stop();
    });

    // As `takenOver` of the browser tests (`tests/e2e/support/pages.ts`).
    const isHydrated = () =>
      page.run(() => {
        const root = Object.entries(document).find(([key]) => key.startsWith("__reactContainer$"))?.[1];
        const fiber = root as
          | { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }
          | undefined;
        if (fiber?.stateNode.current.memoizedState.isDehydrated !== false) return false;
        let isHeard = false;
        document.addEventListener("dragend", () => (isHeard = true), { once: true });
        document.dispatchEvent(new Event("dragend"));
        return isHeard;
      });
    const takenOver = () => vi.waitUntil(isHydrated, { timeout: 30_000 });
    const open = async (path: string) => {
      await page.open(new URL(path, origin).href);
      await takenOver();
    };
    const arrived = async (path: RegExp) => {
      await vi.waitUntil(async () => path.test(await page.url()), { timeout: 30_000 });
      await takenOver();
    };
    const text = () =>
      page.run(() =>
        [...document.querySelectorAll("main, [role=status], [role=alert]")]
          .map(({ textContent }) => textContent)
          .join("\n"),
      );
    const says = (words: string | RegExp) => expect.poll(text, { timeout: 30_000 }).toMatch(words);
    const signIn = async (person: { email: string }, login: string) => {
      await page.forget();
      await open(login);
      await page.fill(field("email"), person.email);
      await page.fill(field("password"), demoPassword);
      await page.press(button("Entrar"));
    };
    const nameOf = (address: string) => /[0-9a-f-]{36}/.exec(address)?.[0] ?? "";

    test("a creator registers and publishes a YouTube link, whose form is right after a reload", async () => {
      await open("/creator-register");
      for (const [key, value] of Object.entries({ ...registration, ...payout }))
        await page.fill(field(key), value);
      await page.press(button("Criar conta"));
      await arrived(/\/creator\/dashboard$/);

      await open("/creator/upload");
      await page.fill(field("youtubeUrl"), "https://youtu.be/dQw4w9WgXcQ");
      await page.press(button("Usar link"));
      await arrived(/\/creator\/videos\/[0-9a-f-]+\/edit/);
      await page.fill(field("title"), "Violão para iniciantes de ouvido");
      await says("Tudo salvo");
      await page.reload();
      await takenOver();
      expect(await page.run(() => document.querySelector<HTMLInputElement>("main [name=title]")?.value)).toBe(
        "Violão para iniciantes de ouvido",
      );
      await page.fill(field("description"), "Postura, afinação e os quatro primeiros acordes.");
      await page.fill(field("price"), "49,90");
      await page.press(button("Publicar"));
      await arrived(/\/share$/);
      await says("Violão para iniciantes de ouvido");
    });

    test("a learner registers, browses, buys and watches", async () => {
      await page.forget();
      await open("/consumer-login?tab=signup");
      for (const [key, value] of Object.entries({ ...registration, email: "otavio.engines@sabia.example" }))
        await page.fill(field(key), value);
      await page.press(button("Criar conta"));
      await arrived(/\/marketplace/);

      // A reload keeps the order that the list has.
      await page.run(() => {
        const order = document.querySelector<HTMLSelectElement>("select[name=sort]");
        if (order) order.selectedIndex = order.options.length - 1;
      });
      await page.reload();
      await takenOver();
      const order = await page.run(() => {
        const select = document.querySelector<HTMLSelectElement>("select[name=sort]");
        const listed = [...(select?.options ?? [])].find((option) => option.defaultSelected)?.value;
        return { listed: listed ?? select?.options[0]?.value, shown: select?.value };
      });
      expect(order.shown).toBe(order.listed);

      const title = "Excel do zero";
      await open(`/marketplace?q=${encodeURIComponent(title)}`);
      await page.press(`//article//button[contains(@aria-label, "${title}") or contains(., "Assistir")]`);
      await page.goToNewTab();
      await vi.waitUntil(async () => (await page.url()).startsWith(world.stripe.url), { timeout: 30_000 });
      await page.press('//label[contains(., "Cartão")]');
      await page.press('//button[starts-with(normalize-space(), "Pagar R$")]');
      await arrived(/\/watch\//);
      await says("Pagamento confirmado. Boa aula!");
      watched = nameOf(await page.url());
      await page.run(() => {
        const video = document.querySelector("video");
        if (video) {
          video.muted = true;
          void video.play().catch(() => {});
        }
      });
      await expect
        .poll(() => page.run(() => (document.querySelector("video")?.currentTime ?? 0) > 0), {
          timeout: 60_000,
        })
        .toBe(true);
      await open("/purchases");
      expect(await page.run((id) => document.body.innerHTML.includes(id), watched)).toBe(true);
    });

    test("a lesson on the device plays without the server, and a refund ends it at the next contact", async () => {
      await open(`/watch/${watched}`);
      await page.press(button("Baixar ·"));
      await page.press('//main//a[starts-with(normalize-space(), "Baixado")]');
      await says("faltam 14 dias");
      await app.stop();
      try {
        await page.open(`${origin}/downloads`);
        await page.press('//main//button[starts-with(@aria-label, "Assistir:")]');
        await expect
          .poll(
            () =>
              page.run(() => {
                const video = document.querySelector("video");
                if (video?.paused) {
                  video.muted = true;
                  void video.play().catch(() => {});
                }
                return (video?.currentTime ?? 0) > 0;
              }),
            { timeout: 60_000 },
          )
          .toBe(true);
        expect(await page.run(readPieces)).toEqual({ hasPieces: true, isPlain: false });
      } finally {
        app = await startApp({ ...world.env, LOG_LEVEL: "error" }, { quiet: true });
      }

      await open("/purchases");
      const sale = await page.run(
        () => /\/purchases\/[0-9a-f-]{36}\/withdraw/.exec(document.body.innerHTML)?.[0] ?? "",
      );
      await open(sale);
      await page.press(button("Sim, desistir"));
      await arrived(/\/purchases$/);
      await page.open(`${origin}/downloads`);
      await says("Nenhuma aula neste aparelho");
      expect(await page.run(readPieces)).toEqual({ hasPieces: false, isPlain: false });
    });

    test("an administrator confirms a payout", async () => {
      await signIn(demoAdmin, "/admin-login");
      await arrived(/\/admin\/dashboard/);
      await open(`/admin/payouts/${ids.batch}`);
      await page.press('(//main//tr[.//input[@name="payoutId"]]//th//a)[1]');
      await page.fill(field("bankReference"), "E0001");
      await page.press(button("Confirmar repasse"));
      await says("Repasse confirmado");
      await says("E0001");
    });
  });
}
