/** Creates people, videos and purchases over HTTP, as a browser's forms do. */
import { readFileSync } from "node:fs";
import { type APIRequestContext, expect, type PlaywrightWorkerArgs } from "@playwright/test";
import { readAllMail } from "./accounts";
import { fromOwnAddress, newPerson, newTitle, password, payout } from "./people";
import { appUrl, mailboxUrl, stripeUrl } from "./world";

export const clipFile = "tests/support/assets/clip-vp9.mp4";
export const thumbnailFile = "tests/support/assets/thumb.png";

export const description =
  "Postura, afinação e os quatro primeiros acordes.\nCom calma e sem palavra difícil.";

type Playwright = PlaywrightWorkerArgs["playwright"];

export interface Person {
  fullName: string;
  email: string;
  password: string;
  state: Awaited<ReturnType<APIRequestContext["storageState"]>>;
  http: APIRequestContext;
}

export interface ShopVideo {
  id: string;
  title: string;
}

export type Shop = ReturnType<typeof createShop>;

/** `at`: a world other than the run's. */
export function createShop(playwright: Playwright, at = { appUrl: appUrl(), stripeUrl: stripeUrl() }) {
  const open: APIRequestContext[] = [];

  async function newHttp(): Promise<APIRequestContext> {
    // Browsers send Origin with every form; the server refuses forms without it.
    const http = await playwright.request.newContext({
      baseURL: at.appUrl,
      extraHTTPHeaders: { Origin: at.appUrl, ...fromOwnAddress() },
    });
    open.push(http);
    return http;
  }

  async function signUp(
    path: string,
    role: "creator" | "learner",
    more: Record<string, string>,
  ): Promise<Person> {
    const person = newPerson(role);
    const http = await newHttp();
    const answer = await http.post(path, { form: { ...person, ...more }, maxRedirects: 0 });
    expect(answer.status(), `signing up at ${path}`).toBe(303);
    return { ...person, http, state: await http.storageState() };
  }

  const creator = () => signUp("/creator-register", "creator", payout);
  const learner = () => signUp("/consumer-login", "learner", { intent: "signup" });

  /** The administrator, shared by all tests because only the first person gets the role. Created on first use. */
  async function admin(): Promise<Person> {
    const person = { fullName: "Helena Prado", email: "helena.prado@sabia.example", password };
    const http = await newHttp();
    await http.post("/consumer-login", { form: { intent: "signup", ...person }, maxRedirects: 0 });
    const { email } = person;
    const answer = await http.post("/admin-login", { form: { email, password }, maxRedirects: 0 });
    expect(answer.headers().location, "entering as administrator").toBe("/admin/dashboard");
    return { ...person, http, state: await http.storageState() };
  }

  async function publish(
    by: Person,
    {
      price = "49,90",
      title = newTitle(),
      youtubeUrl = "",
      description: about = description,
      file = readFileSync(clipFile) as Buffer<ArrayBufferLike>,
    } = {},
  ): Promise<ShopVideo> {
    const thumbnail = { name: "capa.png", mimeType: "image/png", buffer: readFileSync(thumbnailFile) };
    const video = { name: "aula.mp4", mimeType: "video/mp4", buffer: Buffer.from(file) };
    const source = youtubeUrl ? "youtube" : "file";
    const answer = await by.http.post("/creator/upload", {
      maxRedirects: 0,
      multipart: {
        source,
        title,
        description: about,
        price,
        thumbnail,
        ...(youtubeUrl ? { youtubeUrl } : { video }),
      },
    });
    expect(answer.status(), `publishing “${title}”`).toBe(303);
    const list = await (await by.http.get("/creator/videos")).text();
    const id = /\/creator\/videos\/([0-9a-f-]{36})\/delete/.exec(list.slice(list.indexOf(title)))?.[1];
    if (!id) throw new Error(`“${title}” is not among the creator's videos`);
    return { id, title };
  }

  /** Confirms an e-mail by the link in the mail, which raises the limit from 10 to 50 videos per day. */
  async function confirmEmail(by: Person): Promise<void> {
    let link = "";
    await expect
      .poll(async () => {
        const mails = await readAllMail(mailboxUrl(), by.email);
        link = /\/confirm-email\?\S+/.exec(mails.map(({ text }) => text).join("\n"))?.[0] ?? "";
        return link;
      })
      .not.toBe("");
    const answer = await by.http.post(link, { form: {}, maxRedirects: 0 });
    expect(answer.status(), `confirming ${by.email}`).toBe(303);
  }

  async function buy(by: Person, video: ShopVideo): Promise<void> {
    const checkout = await by.http.post(`/videos/${video.id}/checkout`, { maxRedirects: 0 });
    expect(checkout.status(), `checkout of “${video.title}”`).toBe(303);
    await payAt(by, checkout.headers().location ?? "", video);
  }

  /** A creator's video, and a learner who has bought it. */
  async function sell() {
    const by = await creator();
    const [video, buyer] = [await publish(by), await learner()];
    await buy(buyer, video);
    return { creator: by, video, learner: buyer };
  }

  /** Publishes a course whose first lesson is free, and which gives certificates. */
  async function course(by: Person, videos: readonly ShopVideo[]): Promise<ShopVideo> {
    const title = newTitle();
    const made = await by.http.post("/creator/courses", {
      form: { title, description, price: "149,00" },
      maxRedirects: 0,
    });
    const path = made.headers().location ?? "";
    const change = async (fields: [string, string][]) => {
      const answer = await by.http.post(path, {
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        data: new URLSearchParams(fields).toString(),
        maxRedirects: 0,
      });
      expect(answer.status(), `${fields[0]?.[1]} of “${title}”`).toBe(303);
    };
    await change([
      ["intent", "add"],
      ["newSection", "Comece"],
      ...videos.map(({ id }) => ["videos", id] as [string, string]),
    ]);
    await change([
      ["intent", "free"],
      ["videoId", videos[0]?.id ?? ""],
    ]);
    await change([["intent", "certify"]]);
    await change([["intent", "publish"]]);
    return { id: path.split("/").at(-1) ?? "", title };
  }

  /** Buys a video as a gift. Returns the path of the giver's page about it. */
  async function give(by: Person, video: ShopVideo): Promise<string> {
    const form = { email: newPerson("learner").email };
    const checkout = await by.http.post(`/videos/${video.id}/gift`, { form, maxRedirects: 0 });
    expect(checkout.status(), `gift of “${video.title}”`).toBe(303);
    await payAt(by, checkout.headers().location ?? "", video);
    const library = await (await by.http.get("/purchases")).text();
    const [path] = /\/purchases\/[0-9a-f-]{36}\/gift/.exec(library) ?? [];
    if (!path) throw new Error(`the gift of “${video.title}” is not in the library`);
    return path;
  }

  async function payAt(by: Person, address: string, video: ShopVideo): Promise<void> {
    const paid = await by.http.post(address, {
      headers: { Origin: at.stripeUrl },
      form: { method: "card", outcome: "succeed" },
      maxRedirects: 0,
    });
    expect(paid.status(), `payment of “${video.title}”`).toBe(303);
  }

  return {
    creator,
    learner,
    admin,
    publish,
    course,
    give,
    confirmEmail,
    buy,
    sell,
    close: async () => {
      for (const http of open.splice(0)) await http.dispose();
    },
  };
}
