import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../..");

interface Cruised {
  summary: { violations: { rule: { name: string }; from: string; to: string }[] };
}

/** Returns the findings of the command that `npm run lint` and `npm test` run over the product. */
async function cruise(cwd: string): Promise<string[]> {
  const bin = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const rules = join(root, ".dependency-cruiser.cjs");
  const what = ["app", "dev", "migrations", "server.ts"];
  const options = ["--config", rules, "--output-type", "json", "--preserve-symlinks"];
  const { stdout } = await run(process.execPath, [bin, ...options, ...what], {
    cwd,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { summary } = JSON.parse(stdout) as Cruised;
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`).sort();
}

/** A product in small, in which every rule is broken, and every exception used. */
const planted: Record<string, string> = {
  "server.ts": `import "./app/server/create-services.server";`,
  "dev/stand-in.ts": "export const standIn = 1;",
  "dev/pay-page.ts": `import { charge } from "./charges"; export const page = () => charge;`,
  "dev/charges.ts": `import { page } from "./pay-page"; export const charge = () => page;`,
  "tests/support.ts": "export const support = 1;",
  "migrations/0001.ts": `import { price } from "~/features/base/money/price"; export const up = price;`,

  "app/server/create-services.server.ts": `export * from "~/integrations/payments/stripe.server"; export * from "~/platform/db.server";`,
  "app/platform/db.server.ts": `export { Kysely } from "kysely"; import pg from "pg"; export const pool = pg.Pool;`,
  "app/integrations/clock.ts": `import { standIn } from "../../dev/stand-in"; export const clock = standIn;`,
  "app/platform/log.server.ts": `import { support } from "../../tests/support"; export const log = support;`,
  "app/server/guards.server.ts": `import { sql } from "kysely"; export const guard = sql;`,
  "app/platform/typed.server.ts": `import type { Kysely } from "kysely"; export type Db = Kysely<unknown>;`,
  "app/server/http/app.server.ts": `export * from "~/integrations/storage/signed-files.server"; export * from "~/integrations/storage/disk.server";`,

  "app/integrations/payments/payments-errors.ts": "export class PaymentsError extends Error {}",
  "app/integrations/payments/stripe.server.ts": `import "./payments-errors"; export const stripe = 1;`,
  "app/integrations/storage/disk.server.ts": "export const disk = 1;",
  "app/integrations/storage/signed-files.server.ts": `import "./disk.server"; export const handler = 1;`,

  "app/routes/one.tsx": `import { two } from "./two"; import pg from "pg"; export const one = [two, pg];`,
  "app/routes/two.tsx": "export const two = 2;",

  "app/features/base/money/price.ts": `import { z } from "zod"; import type { two } from "~/routes/two"; export const price = z.number(); export type Two = typeof two;`,
  "app/brand.ts": `export const brandName = "Sabiá";`,
  "app/features/base/mail/mail.ts": `import { brandName } from "~/brand"; export const mail = brandName;`,
  "app/features/videos/listing/access.ts": `import { price } from "~/features/base/money/price"; import { publish } from "./publish.server"; export const access = [price, publish];`,
  "app/features/videos/listing/fee.ts": `import { useState } from "react"; import { Button } from "~/ui/button"; export const fee = [useState, Button];`,
  "app/features/videos/listing/card.tsx": `import { useState } from "react"; import { Button } from "~/ui/button"; import { price } from "~/features/base/money/price"; import { db } from "./videos.queries.server"; export const card = [useState, Button, price, db];`,
  "app/features/videos/listing/use-card.ts": `import { useState } from "react"; import { guard } from "~/server/guards.server"; export const useCard = [useState, guard];`,
  "app/features/videos/listing/publish.server.ts": `import { two } from "~/routes/two"; import { stripe } from "~/integrations/payments/stripe.server"; import { PaymentsError } from "~/integrations/payments/payments-errors"; import { handler } from "~/integrations/storage/signed-files.server"; export const publish = [two, stripe, PaymentsError, handler];`,
  "app/features/videos/listing/videos.queries.server.ts": `import { sql } from "kysely"; export const db = sql;`,
  "app/features/videos/listing/circle.server.ts": `import { around } from "./around.server"; export const circle = () => around;`,
  "app/features/videos/listing/around.server.ts": `import { circle } from "./circle.server"; export const around = () => circle;`,
  "app/features/videos/listing/typed-circle.server.ts": `import { other } from "./other.server"; export const typed = other; export type Typed = 1;`,
  "app/features/videos/listing/other.server.ts": `import type { Typed } from "./typed-circle.server"; export const other: Typed = 1;`,

  "app/platform/jobs.ts": `import type { typed } from "~/features/videos/listing/typed-circle.server"; export type Job = typeof typed;`,
  "app/platform/flash.server.ts": `import { texts } from "~/i18n/locales/pt"; export const flash = texts;`,
  "app/i18n/locales/pt/index.ts": "export const texts = 1;",
  "app/integrations/mail/mail.ts": `import { guard } from "~/server/guards.server"; export const mail = guard;`,
  "app/features/base/money/split.ts": `import type { fee } from "~/features/videos/listing/fee"; export type Split = typeof fee;`,
  "app/features/base/money/format.ts": `import { typed } from "~/features/base/form-fields/typed"; export const format = typed;`,
  "app/features/base/form-fields/typed.ts": `import { cents } from "~/features/base/money/cents"; export const typed = cents;`,
  "app/features/base/money/cents.ts": "export const cents = 1;",
  "app/features/videos/listing/typed-server.server.ts": `import type { guard } from "~/server/guards.server"; export type Guard = typeof guard;`,

  "app/ui/button.tsx": `import { price } from "~/features/base/money/price"; export const Button = price;`,
  "app/ui/card.tsx": `import { Button } from "./button"; export const Card = Button;`,
};

const expected = [
  "1-nothing-imports-routes: app/features/videos/listing/publish.server.ts → app/routes/two.tsx",
  "1-nothing-imports-routes: app/routes/one.tsx → app/routes/two.tsx",
  "2-feature-components: app/features/videos/listing/card.tsx → app/features/videos/listing/videos.queries.server.ts",
  "2-feature-components: app/features/videos/listing/use-card.ts → app/server/guards.server.ts",
  "2-pure-feature-files: app/features/videos/listing/access.ts → app/features/videos/listing/publish.server.ts",
  "2-pure-feature-files: app/features/videos/listing/fee.ts → app/ui/button.tsx",
  "2-pure-feature-files: app/features/videos/listing/fee.ts → node_modules/react/index.js",
  "3-kysely-only-in-queries: app/routes/one.tsx → node_modules/pg/esm/index.mjs",
  "3-kysely-only-in-queries: app/server/guards.server.ts → node_modules/kysely/dist/esm/index.js",
  "4-handlers-only-in-the-http-server: app/features/videos/listing/publish.server.ts → app/integrations/storage/signed-files.server.ts",
  "4-services-pick-adapters: app/features/videos/listing/publish.server.ts → app/integrations/payments/stripe.server.ts",
  "4-services-pick-adapters: app/server/http/app.server.ts → app/integrations/storage/disk.server.ts",
  "5-ui-knows-no-feature: app/ui/button.tsx → app/features/base/money/price.ts",
  "6-no-cycles: app/features/videos/listing/around.server.ts → app/features/videos/listing/circle.server.ts",
  "6-no-cycles: app/features/videos/listing/other.server.ts → app/features/videos/listing/typed-circle.server.ts",
  "6-no-cycles: dev/charges.ts → dev/pay-page.ts",
  "7-app-never-imports-dev-or-tests: app/integrations/clock.ts → dev/stand-in.ts",
  "7-app-never-imports-dev-or-tests: app/platform/log.server.ts → tests/support.ts",
  "8-features-know-no-server: app/features/base/money/price.ts → app/routes/two.tsx",
  "8-features-know-no-server: app/features/videos/listing/publish.server.ts → app/routes/two.tsx",
  "8-features-know-no-server: app/features/videos/listing/typed-server.server.ts → app/server/guards.server.ts",
  "8-features-know-no-server: app/features/videos/listing/use-card.ts → app/server/guards.server.ts",
  "8-lower-floors-know-no-higher-one: app/integrations/mail/mail.ts → app/server/guards.server.ts",
  "8-lower-floors-know-no-higher-one: app/platform/jobs.ts → app/features/videos/listing/typed-circle.server.ts",
  "8-lower-floors-know-no-higher-one: app/ui/button.tsx → app/features/base/money/price.ts",
  "8-platform-knows-no-texts: app/platform/flash.server.ts → app/i18n/locales/pt/index.ts",
  "9-rooms-in-one-order: app/features/base/money/format.ts → app/features/base/form-fields/typed.ts",
  "9-rooms-in-one-order: app/features/base/money/split.ts → app/features/videos/listing/fee.ts",
  "migrations-import-nothing-from-app: migrations/0001.ts → app/features/base/money/price.ts",
];

const folder = await mkdtemp(join(tmpdir(), "sabia-import-rules-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

test("every planted violation is found, and nothing else", async () => {
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await copyFile(join(root, "tsconfig.json"), join(folder, "tsconfig.json"));
  for (const [path, text] of Object.entries(planted)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  expect(await cruise(folder)).toEqual(expected);
});

test("wings.json names every room of the product, and no other", async () => {
  const wings = JSON.parse(await readFile(join(root, "app/features/wings.json"), "utf8")) as {
    wing: string;
    rooms: string[];
  }[];
  const folders = (path: string) =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  const features = join(root, "app/features");
  const rooms = folders(features).flatMap((wing) =>
    folders(join(features, wing)).map((room) => `${wing}/${room}`),
  );
  const named = wings.flatMap(({ wing, rooms }) => rooms.map((room) => `${wing}/${room}`));
  expect(rooms.toSorted()).toEqual(named.toSorted());
});
