import { expect, test } from "vitest";
import * as securityTxt from "~/routes/system/security-txt";
import { ask } from "../../support/ask";
import { startTestWorld } from "../../support/test-services";

/** RFC 9116. */
async function readFields(variables: Record<string, string>) {
  const world = await startTestWorld(variables);
  const path = "/.well-known/security.txt";
  const { status, headers, text } = await ask(world, securityTxt.loader, { path });
  expect(status).toBe(200);
  expect(headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  expect(text.endsWith("\n")).toBe(true);
  const lines = text.trimEnd().split("\n");
  for (const line of lines) expect(line).toMatch(/^[A-Z][A-Za-z-]*: \S/);
  const valuesOf = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));
  return { valuesOf, now: world.services.clock() };
}

test("security.txt has the contacts, the languages, its address and an expiry within a year", async () => {
  const { valuesOf, now } = await readFields({
    APP_URL: "https://sabia.example",
    SUPPORT_EMAIL: "suporte@sabia.example",
  });
  expect(valuesOf("Contact")).toEqual(["mailto:suporte@sabia.example", "https://sabia.example/help"]);
  expect(valuesOf("Preferred-Languages")).toEqual(["pt, en"]);
  expect(valuesOf("Canonical")).toEqual(["https://sabia.example/.well-known/security.txt"]);
  const [expires = "", ...more] = valuesOf("Expires");
  expect(more).toEqual([]);
  expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  const days = (new Date(expires).getTime() - now.getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

test("security.txt has a contact without a support address", async () => {
  const { valuesOf } = await readFields({ APP_URL: "https://sabia.example" });
  expect(valuesOf("Contact")).toEqual(["https://sabia.example/help"]);
});
