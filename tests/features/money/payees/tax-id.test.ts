/** A creator's CPF or CNPJ: stored encrypted, shown masked, never required. */
import { expect, test } from "vitest";
import { openTaxId, showTaxId } from "~/features/money/payees/stored-tax-id.server";
import { findTaxId } from "~/features/money/payees/tax.queries.server";
import { createSecretBox } from "~/platform/secrets.server";
import * as payments from "~/routes/creator/payments";
import { ask } from "../../../support/ask";
import { makeCreator } from "../../../support/people";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const ana = await makeCreator(world);

const path = "/creator/payments";
const save = (form: Record<string, string>) =>
  ask(world, payments.action, { path, form, cookie: ana.cookie });
const shown = async () =>
  (await ask(world, payments.loader, { path, cookie: ana.cookie })).data as {
    taxId: string | null;
    pixKey: string;
  };
const details = { paymentMethod: "pix", pixKey: "ana@pix.example" };

test("payment settings without a tax number are saved", async () => {
  expect(await save(details)).toMatchObject({ status: 303 });
  expect(await shown()).toMatchObject({ taxId: null, pixKey: "ana@pix.example" });
});

test("an invalid tax number is refused beside its field, and nothing is saved", async () => {
  const refused = await save({ ...details, pixKey: "other@pix.example", taxId: "529.982.247-24" });
  expect(refused).toMatchObject({
    status: 400,
    data: { problem: { errors: { taxId: "creator.taxIdWrong" } } },
  });
  expect(await shown()).toMatchObject({ taxId: null, pixKey: "ana@pix.example" });
});

test("a valid tax number is stored encrypted, shown masked, and kept when the field is empty", async () => {
  expect(await save({ ...details, taxId: "529.982.247-25" })).toMatchObject({ status: 303 });
  expect(await shown()).toMatchObject({ taxId: "CPF ***.982.247-**" });
  const stored = await findTaxId(services.db, ana.userId);
  expect(stored?.toString("latin1")).not.toContain("52998224725");
  expect(stored && openTaxId(services.secretBox, stored)).toBe("52998224725");
  expect(JSON.stringify(world.logged)).not.toContain("52998224725");
  await save({ ...details, taxId: "" });
  expect(await shown()).toMatchObject({ taxId: "CPF ***.982.247-**" });
});

test("a tax number whose key is lost is shown as missing", async () => {
  const otherBox = createSecretBox(["another secret of at least 32 characters"]);
  expect(await showTaxId({ ...services, secretBox: otherBox }, ana.userId)).toBeNull();
});
