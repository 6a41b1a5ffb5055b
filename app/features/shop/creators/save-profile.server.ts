import { isErased } from "~/features/base/accounts/accounts.queries.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { thumbnailMaxBytes } from "~/features/base/files/accepted-files";
import { StorageError } from "~/integrations/storage/storage";
import { type FieldErrors, type FormProblem, parseFields, problemWith } from "~/platform/forms/forms.server";
import { readMultipart } from "~/platform/forms/multipart.server";
import { AccountErased } from "~/platform/outage.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { type ProfileForm, profileForm } from "./creator-page-form";
import {
  findCreator,
  hasUsedUpHandles,
  isHandleFree,
  lockHandles,
  lockProfile,
  updateProfile,
} from "./creators.queries.server";
import {
  type Portrait,
  planPortraitKey,
  readPortrait,
  removePortrait,
  storePortrait,
} from "./portrait.server";

type Needs = Pick<Services, "db" | "storage" | "clock" | "log">;

type Refused = { ok: false; status: number; problem: FormProblem; headers?: HeadersInit };
type SavedProfile = { ok: true } | { ok: true; preview: ProfileForm; problem: FormProblem } | Refused;

/**
 * Changes a creator's public profile, or with `intent=preview` only reads it. Stores the new portrait before the
 * profile and removes the old one after, so that the profile never names a missing file. `prove`: for a new handle,
 * because shared links lead to its owner. Throws BrokenForm if the sender breaks off, AccountErased.
 */
export async function saveProfile(
  services: Needs,
  by: Actor,
  request: Request,
  prove: (fields: Record<string, string>) => Promise<{ ok: true } | Refused>,
): Promise<SavedProfile> {
  const { fields, portrait, errors } = await readProfileForm(request);
  const form = parseFields(profileForm, fields);
  if (!form.ok || errors.portrait)
    return form.ok
      ? refuse(fields, errors)
      : refuse(form.problem.values, { ...form.problem.errors, ...errors });
  if (fields.intent === "preview") return { ok: true, preview: form.value, problem: problemWith(fields, {}) };
  const { storage, clock, log, db } = services;
  if ((await findCreator(db, by.userId))?.handle !== form.value.handle) {
    const proof = await prove(fields);
    if (!proof.ok) return proof;
  }
  const key = portrait && planPortraitKey(by.userId, clock());
  try {
    if (portrait && key) await storePortrait(storage, key, portrait);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    log.error({ err: error }, "a new portrait could not be stored");
    await dropUnlessNoted(services, by.userId, key);
    return refuse(fields, { portrait: "creators.portraitFailed" }, 503);
  }
  try {
    const stored = await storeProfile(db, by, form.value, key);
    if ("error" in stored) {
      await dropUnlessNoted(services, by.userId, key);
      return refuse(fields, stored.error);
    }
    if (key) await drop(services, stored.replaced);
    return { ok: true };
  } catch (error) {
    await dropUnlessNoted(services, by.userId, key);
    throw error;
  }
}

function refuse(fields: Record<string, string>, errors: FieldErrors, status: 400 | 503 = 400) {
  return { ok: false, status, problem: problemWith(fields, errors) } as const;
}

async function readProfileForm(request: Request) {
  const errors: FieldErrors = {};
  const chosen: { portrait?: Portrait } = {};
  const fields = await readMultipart(request, {
    fileMaxBytes: thumbnailMaxBytes,
    maxFiles: 1,
    onFile: async ({ field, body }) => {
      if (field !== "portrait") return;
      const read = await readPortrait(body);
      if (read.ok) chosen.portrait = read.portrait;
      else if (read.error !== "missing") errors.portrait = read.error;
    },
  });
  return { fields, errors, portrait: chosen.portrait };
}

/** Returns the former portrait's key. */
async function storeProfile(
  db: Services["db"],
  by: Actor,
  form: ProfileForm,
  portraitKey: string | undefined,
): Promise<{ replaced: string | null } | { error: FieldErrors }> {
  return db.transaction().execute(async (trx) => {
    await lockHandles(trx);
    const { userId } = by;
    const before = await lockProfile(trx, userId);
    if (!before) return { replaced: null };
    // An erased creator's handle is retired: the message would say that another creator has it.
    if (await isErased(trx, userId)) throw new AccountErased("the profile of an erased account");
    const { handle } = form;
    if (!(await isHandleFree(trx, { userId, handle }))) return { error: { handle: "creators.handleTaken" } };
    if (await hasUsedUpHandles(trx, { userId, handle }))
      return { error: { handle: "creators.handlesUsedUp" } };
    await updateProfile(trx, { userId, ...form, portraitKey });
    if (handle !== before.handle) {
      await insertAuditEntry(trx, by, {
        action: "handleChanged",
        target: { kind: "account", id: userId, label: by.email },
        before: { handle: before.handle },
        after: { handle },
      });
    }
    return { replaced: before.portrait_key };
  });
}

async function drop({ storage, log }: Needs, key: string | null): Promise<void> {
  await removePortrait(storage, key).catch((error: unknown) =>
    log.warn({ err: error, key }, "a portrait that is not used stayed behind"),
  );
}

/** Removes a new portrait unless the profile names it: the commit's response may have been lost. */
async function dropUnlessNoted(services: Needs, userId: string, key: string | undefined): Promise<void> {
  if (!key) return;
  try {
    const profile = await services.db.transaction().execute((trx) => lockProfile(trx, userId));
    if (profile?.portrait_key !== key) await drop(services, key);
  } catch (error) {
    services.log.warn({ err: error, key }, "a portrait that is not used stayed behind");
  }
}
