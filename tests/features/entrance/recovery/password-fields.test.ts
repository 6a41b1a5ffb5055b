import { expect, test } from "vitest";
import { Browser } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { makeCreator } from "../../../support/people";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { port } = await startHttpApp(world);
const ana = await makeCreator(world);

const fields = {
  "/creator-register": ["password new-password"],
  "/consumer-login": ["password current-password"],
  "/consumer-login?tab=signup": ["password new-password"],
  "/creator-login": ["password current-password"],
  "/admin-login": ["password current-password"],
  "/reset-password?token=x": ["password new-password", "confirmPassword new-password"],
  "/admin/reset-password?token=x": ["password new-password", "confirmPassword new-password"],
  "/account": ["currentPassword current-password", "password new-password", "confirmPassword new-password"],
};

test.each(Object.entries(fields))(
  "the passwords of %s are masked, known to password managers, and accept pasting and any password",
  async (path, expected) => {
    const cookie = path === "/account" ? ana.cookie : undefined;
    const { body } = await new Browser({ port, cookie }).get(path);
    const inputs = [...body.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag);
    const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1];
    const passwords = inputs.filter((tag) => /password/i.test(attribute(tag, "name") ?? ""));
    const named = passwords.map((tag) => `${attribute(tag, "name")} ${attribute(tag, "autocomplete")}`);
    expect(named).toEqual(expected);
    // No password hints or security questions.
    expect(inputs.filter((tag) => /hint|question|answer/i.test(attribute(tag, "name") ?? ""))).toEqual([]);
    for (const tag of passwords) {
      expect(attribute(tag, "type")).toBe("password");
      expect(attribute(tag, "value") ?? "").toBe("");
      expect(tag).not.toMatch(/\s(onpaste|pattern|maxlength|readonly|disabled)=/i);
    }
  },
);
