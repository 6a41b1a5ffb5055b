/**
 * A thief who knew a password once, and the owner who takes the account back: what both do in a browser without script.
 */
import { TOTP } from "otpauth";
import { expect, vi } from "vitest";
import { userHandleOf } from "~/features/base/factors/passkey-limits";
import { action as passkeys } from "~/routes/account/passkeys";
import { action as profile } from "~/routes/account/profile";
import { action as proof } from "~/routes/account/proof";
import * as secondFactor from "~/routes/account/second-factor";
import { action as confirm } from "~/routes/public/confirm-email";
import { action as login } from "~/routes/public/consumer-login";
import { action as forgot } from "~/routes/public/forgot-password";
import { action as options } from "~/routes/public/passkey-options";
import { action as passkeySignIn } from "~/routes/public/passkey-sign-in";
import * as reset from "~/routes/public/reset-password";
import * as undo from "~/routes/public/undo-change";
import type { MailMessage } from "../../../../dev/mailbox/message";
import type { Mailbox } from "../../../../dev/mailbox/start-mailbox";
import { type Answer, ask, askAs, viewerOf } from "../../../support/ask";
import { makeAuthenticator } from "../../../support/authenticator";
import type { Person } from "../../../support/people";
import { readRow } from "../../../support/tables";
import { appUrl, type TestWorld } from "../../../support/test-services";

export type Device = ReturnType<typeof makeAuthenticator>;

export const undoDone = { status: 303, location: "/undo-change?done=1" };

export function makeScene(world: TestWorld, mailbox: Mailbox) {
  const { db } = world.services;

  /** Waits for a mail to an address whose text has a link to a page; returns the newest link's path. */
  const linkTo = (email: string, page: string, about = /./): Promise<string> =>
    vi.waitFor(
      () => {
        const mails = mailsTo(email).filter(({ subject }) => about.test(subject));
        const found = mails.map(({ text }) => new RegExp(`${appUrl}(${page}\\?\\S+)`).exec(text)?.[1]);
        const [newest] = found.filter(Boolean);
        if (!newest) throw new Error(`no link to ${page} for ${email}`);
        return newest;
      },
      { timeout: 20_000, interval: 20 },
    );
  const mailsTo = (email: string): MailMessage[] => mailbox.messages().filter(({ to }) => to.includes(email));
  const mailTo = (email: string, subject: string) =>
    vi.waitFor(() => expect(mailsTo(email).map((mail) => mail.subject)).toContain(subject), {
      timeout: 20_000,
      interval: 20,
    });

  const signIn = async ({ email, password }: Pick<Person, "email" | "password">) =>
    ask(world, login, { path: "/consumer-login", form: { intent: "login", email, password } });
  /** Signs in with the owner's password; returns the thief, with a session of their own. */
  async function breakIn(owner: Person): Promise<Person> {
    const { session = "" } = await signIn(owner);
    expect(session).not.toBe("");
    return { ...owner, cookie: session };
  }
  const prove = (who: Person) =>
    askAs(world, proof, who, { path: "/account/proof", form: { password: who.password } });

  async function challengeFor(purpose: string, cookie: string) {
    const asked = { path: "/passkeys/options", form: { purpose }, cookie };
    const answer = await ask(world, options, asked);
    expect(answer.status).toBe(200);
    const [named = ""] = answer.headers.getSetCookie()[0]?.split(";") ?? [];
    return { challenge: (JSON.parse(answer.text) as { challenge: string }).challenge, named };
  }
  async function addPasskey(who: Person): Promise<Device> {
    const device = makeAuthenticator();
    await prove(who);
    const { challenge, named } = await challengeFor("add", who.cookie);
    const answer = await askAs(world, passkeys, who, {
      path: "/account/passkeys",
      form: { intent: "add", credential: device.create(challenge) },
      headers: { Cookie: `${who.cookie}; ${named}`, "User-Agent": "Firefox/140 Linux" },
    });
    expect(answer.status).toBe(303);
    return device;
  }
  async function enterBy(device: Device, { userId }: Person): Promise<Answer> {
    const { challenge, named } = await challengeFor("signIn", "");
    const userHandle = Buffer.from(userHandleOf(userId)).toString("base64url");
    const form = { credential: device.get(challenge, { userHandle }), entrance: "consumer" };
    return ask(world, passkeySignIn, { path: "/passkeys/sign-in", form, cookie: named });
  }

  /** Turns two-step verification on by an app of the person's own. */
  async function turnOnSecondFactor(who: Person): Promise<void> {
    const path = "/account/second-factor";
    await askAs(world, secondFactor.action, who, { path, form: { intent: "begin", password: who.password } });
    const shown = await ask(world, secondFactor.loader, { path, cookie: who.cookie });
    const { pending } = shown.data as { pending: { secret: string } };
    const totp = new TOTP({ secret: pending.secret.replaceAll(" ", "") });
    const code = totp.generate({ timestamp: world.services.clock().getTime() });
    const answer = await askAs(world, secondFactor.action, who, { path, form: { intent: "confirm", code } });
    expect(answer.status).toBe(303);
  }

  /** Asks for another e-mail and confirms it in its mailbox. */
  async function changeEmail(who: Person, email: string): Promise<Answer> {
    const form = { fullName: "Qualquer Nome", email, password: who.password };
    const asked = await askAs(world, profile, who, { path: "/account/profile", form });
    expect(asked.status).toBe(303);
    const path = await linkTo(email, "/confirm-email");
    return ask(world, confirm, { path, method: "POST", cookie: who.cookie });
  }

  const pressUndo = (path: string) => ask(world, undo.action, { path, method: "POST" });
  const readUndo = async (path: string) =>
    ((await ask(world, undo.loader, { path })).data as { link: { status: string } }).link;

  /** Asks for a recovery mail; returns the path of its link. */
  async function askRecovery(email: string): Promise<string> {
    await ask(world, forgot, { path: "/forgot-password", form: { email } });
    return linkTo(email, "/reset-password");
  }
  const recentOn = async (path: string) =>
    ((await ask(world, reset.loader, { path })).data as { recent: { key: string }[] }).recent;
  const resetBy = (path: string, password: string, kept: Record<string, string> = {}) =>
    ask(world, reset.action, { path, form: { password, confirmPassword: password, ...kept } });

  const isSignedIn = async ({ cookie }: { cookie: string }) => (await viewerOf(world, cookie)) !== undefined;
  const accountOf = ({ userId }: Person) => readRow(db, "users", { id: userId });

  return {
    linkTo,
    mailsTo,
    mailTo,
    signIn,
    breakIn,
    prove,
    addPasskey,
    enterBy,
    turnOnSecondFactor,
    changeEmail,
    pressUndo,
    readUndo,
    askRecovery,
    recentOn,
    resetBy,
    isSignedIn,
    accountOf,
  };
}
