import { readFileSync } from "node:fs";
import sharp from "sharp";
import type { CreatorRegistrationForm } from "~/features/base/accounts/account-forms";
import {
  type Registered,
  registerConsumer,
  registerCreator,
} from "~/features/entrance/sign-in/register.server";
import { startSession } from "~/features/entrance/sign-in/sign-in.server";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { publishFromForm } from "~/features/studio/uploads/publish-from-form.server";
import { makeContext, makeRequest } from "./ask";
import { fieldParts, type Part } from "./multipart";
import { handIn } from "./payment-events";
import { addRows, setRows } from "./tables";
import type { TestWorld } from "./test-services";

export interface Person {
  userId: string;
  email: string;
  password: string;
  /** The browser's Cookie header. */
  cookie: string;
}

let made = 0;
function nextEmail(who: string): string {
  made += 1;
  return `${who}-${made}@example.com`;
}

async function person(
  world: TestWorld,
  registered: Registered,
  email: string,
  password: string,
): Promise<Person> {
  if (!registered.ok) throw new Error(registered.error);
  const { userId } = registered;
  return { userId, email, password, cookie: await signIn(world, userId) };
}

/** Starts a new session; returns its Cookie header. */
export async function signIn(world: TestWorld, userId: string): Promise<string> {
  const [setCookie = ""] = await startSession(makeContext(world), makeRequest({ path: "/" }), userId, {
    isNew: true,
  });
  return setCookie.split(";")[0] ?? "";
}

/** Confirms an account's e-mail, as a recovery link does. */
export async function proveMailbox({ db, clock }: TestWorld["services"], userId: string): Promise<void> {
  await setRows(db, "users", { id: userId }, { email_verified_at: clock() });
}

export function creatorForm(changes: Partial<CreatorRegistrationForm> = {}): CreatorRegistrationForm {
  return {
    fullName: "Ana Criadora",
    email: nextEmail("creator"),
    password: "correct horse",
    country: "Brasil",
    currency: "BRL",
    pixKey: "ana@pix.example",
    bankAccount: "0001/12345-6",
    bankName: "Banco do Brasil",
    cardNumber: "",
    ...changes,
  };
}

const hashes = new Map<string, Promise<string>>();

/** Hashes each password once: a hash takes over ten milliseconds of processor time. */
function withKnownHashes({ services }: TestWorld): TestWorld["services"] {
  const hash = (password: string) => {
    const made = hashes.get(password) ?? services.passwords.hash(password);
    hashes.set(password, made);
    return made;
  };
  return { ...services, passwords: { ...services.passwords, hash } };
}

export async function makeCreator(world: TestWorld): Promise<Person> {
  const form = creatorForm();
  return person(world, await registerCreator(withKnownHashes(world), form), form.email, form.password);
}

/** Raises a creator's limit of videos in 24 hours, as the operator does. */
export async function allowVideos(
  { db }: TestWorld["services"],
  creatorId: string,
  count = 300,
): Promise<void> {
  await setRows(db, "users", { id: creatorId }, { videos_a_day: count });
}

export async function makeConsumer(world: TestWorld): Promise<Person> {
  const form = { fullName: "Beto Aluno", email: nextEmail("consumer"), password: "battery staple" };
  return person(world, await registerConsumer(withKnownHashes(world), form), form.email, form.password);
}

export async function makeAdmin(world: TestWorld): Promise<Person> {
  const admin = await makeConsumer(world);
  await addRows(world.services.db, "user_roles", { user_id: admin.userId, role: "admin" });
  return admin;
}

/** Begins as an MP4 (ISO/IEC 14496-12: a `ftyp` box), with this many bytes in all. */
export function makeMp4(bytes = 4_000): Uint8Array {
  const ftyp = Buffer.from("0000001c66747970697361620000000069736f6d69736f32617663310000", "hex").subarray(
    0,
    28,
  );
  ftyp.write("isom", 8, "latin1");
  return Buffer.concat([ftyp, Buffer.alloc(Math.max(0, bytes - ftyp.length), 7)]).subarray(0, bytes);
}

const images = new Map<string, Promise<Uint8Array>>();

export function makeImage(format: "jpeg" | "png" | "webp" = "png"): Promise<Uint8Array> {
  const made =
    images.get(format) ??
    sharp({ create: { width: 64, height: 36, channels: 3, background: "#275c4b" } })
      [format]()
      .toBuffer();
  images.set(format, made);
  return made;
}

/** The parts of a valid upload form, in the page's order. */
export async function uploadParts(
  changes: Record<string, string> = {},
  content: Uint8Array = makeMp4(),
): Promise<Part[]> {
  const fields = {
    source: "file",
    title: "Pão de queijo",
    description: "Em casa.",
    price: "49,90",
    ...changes,
  };
  return [
    ...fieldParts(fields),
    { name: "thumbnail", fileName: "capa.png", type: "image/png", content: await makeImage() },
    { name: "video", fileName: "aula.mp4", type: "video/mp4", content },
  ];
}

/** A clip that plays, for servers whose queue runs with FFmpeg: they take `makeMp4` off sale. */
export const readClip = () => readFileSync(new URL("./assets/clip-vp9.mp4", import.meta.url));

export async function makeVideo(
  world: TestWorld,
  creator: { userId: string },
  changes: Record<string, string> = {},
  content?: Uint8Array,
): Promise<string> {
  const request = makeRequest({ path: "/creator/upload", parts: await uploadParts(changes, content) });
  const published = await publishFromForm(world.services, creator.userId, request);
  if (!published.ok) throw new Error(JSON.stringify(published.problem));
  return published.videoId;
}

/** Starts a purchase; returns the checkout's id at the local Stripe. */
export async function openCheckout(
  world: TestWorld,
  buyer: Pick<Person, "userId" | "email">,
  videoId: string,
  options: Parameters<typeof buyVideo>[4] = {},
): Promise<string> {
  const bought = await buyVideo(world.services, buyer, videoId, "pt", options);
  if (!bought.ok) throw new Error(bought.error);
  return bought.checkoutUrl.split("/").at(-1) ?? "";
}

export type SaleEnd = "pending" | "processing" | "completed" | "failed";

/** Makes a sale through the product and the local Stripe. Returns the checkout's id. */
export async function makeSale(
  world: TestWorld,
  buyer: Person,
  videoId: string,
  end: SaleEnd = "completed",
): Promise<string> {
  const checkoutId = await openCheckout(world, buyer, videoId);
  if (end === "completed") await world.stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
  if (end === "processing" || end === "failed")
    await world.stripe.pay(checkoutId, { method: "pix", outcome: "later" });
  if (end === "failed") await world.stripe.settle(checkoutId, "failed");
  await deliverEvents(world, checkoutId);
  return checkoutId;
}

/** Delivers the local Stripe's events of a checkout, signed and in order. */
export async function deliverEvents(world: TestWorld, checkoutId: string): Promise<void> {
  const events = world.stripe.events().filter(({ body }) => body.includes(checkoutId));
  for (const { body } of events) await handIn(world, body);
}
