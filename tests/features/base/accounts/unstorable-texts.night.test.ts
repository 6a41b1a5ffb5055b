/**
 * NUL and unpaired surrogates, which PostgreSQL cannot store, in every URL, query and field of every route: never a
 * server error.
 */
import { beforeAll, expect, test } from "vitest";
import { type Answers, type Person, routeTable } from "../../../routes/route-table";
import { cookieOf, fillIds, makeScene, type Scene } from "../../../routes/route-table-scene";
import { Browser } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { makeBoundary, multipartBody } from "../../../support/multipart";
import { appUrl, startTestWorld } from "../../../support/test-services";

const world = await startTestWorld({
  TRUSTED_PROXY_HOPS: "1",
  GOOGLE_CLIENT_ID: "id",
  GOOGLE_CLIENT_SECRET: "secret",
  GOOGLE_OAUTH_URL: "http://127.0.0.1:9",
});
const { port } = await startHttpApp(world);
const who = ["anonymous", "consumer whose sale is completed", "owner", "admin"] as const satisfies Person[];
const cookies: Partial<Record<Person, string>> = {};
let scene: Scene;
beforeAll(async () => {
  scene = await makeScene(world);
  for (const person of who) cookies[person] = await cookieOf(world, scene, person);
});

/** Encoded for a URL or a form: NUL, and an unpaired surrogate as three bytes, which is invalid UTF-8. */
const texts = ["a%00b", "%ED%A0%BC"];
const names = [
  "q",
  "after",
  "batches",
  "from",
  "to",
  "order",
  "action",
  "status",
  "tab",
  "token",
  "session_id",
];
const more = ["redirectTo", "lng", "creator", "batch", "state", "code", "file", "intent"];

/**
 * Of the persons whom a route answers alike, one tries a text, in turns: they reach the same code. In the long run all
 * of them try each text.
 */
function personsFor(answers: Answers, turn: number): Person[] {
  return [...new Set(who.map((person) => answers[person]))].flatMap((answer) => {
    const alike = who.filter((person) => answers[person] === answer);
    return alike[turn % alike.length] ?? [];
  });
}

const query = (text: string) => [...names, ...more].map((name) => `${name}=${text}`).join("&");

test.each(Object.entries(routeTable))(
  "the route %s answers texts that the database cannot store without a server error",
  async (id, { path, read, change }) => {
    const real = `/${fillIds(path, scene)}`;
    const failed: string[] = [];
    for (const [at, text] of texts.entries()) {
      const paths = [`${real}?${query(text)}`, `/${path.replaceAll(/\{\w+\}/g, text)}`];
      for (const one of personsFor(read, at + id.length))
        for (const asked of paths) {
          const reply = await new Browser({ port, cookie: cookies[one] }).ask({ path: asked });
          if (reply.status >= 500) failed.push(`${one} GET ${asked}: ${reply.status}`);
        }
    }
    if (change) {
      const headers = { Origin: appUrl, "Sec-Fetch-Site": "same-origin" };
      for (const hurt of Object.keys(change.form)) {
        for (const [at, text] of texts.entries()) {
          const fields = Object.entries(change.form).map(
            ([name, value]) =>
              [name, name === hurt ? text : encodeURIComponent(fillIds(value, scene))] as const,
          );
          const boundary = makeBoundary();
          const sent = change.multipart
            ? {
                type: `multipart/form-data; boundary=${boundary}`,
                body: multipartBody(
                  fields.map(([name, value]) => ({
                    name,
                    content: Buffer.from(unescapeBytes(value), "latin1"),
                  })),
                  boundary,
                ),
              }
            : {
                type: "application/x-www-form-urlencoded",
                body: Buffer.from(fields.map(([name, value]) => `${name}=${value}`).join("&")),
              };
          // Only authorised people: others are redirected before the form is read. Changes come last.
          for (const one of personsFor(change.answers, at + id.length)) {
            const reply = await new Browser({ port, cookie: cookies[one] }).ask({
              method: "POST",
              path: real,
              body: sent.body,
              headers: { ...headers, "Content-Type": sent.type },
            });
            if (reply.status >= 500) failed.push(`${one} POST ${real} ${hurt}=${text}: ${reply.status}`);
            // Starts a new session after a form ended it.
            if (hurt === "intent" || path.includes("log")) cookies[one] = await cookieOf(world, scene, one);
          }
        }
      }
    }
    expect(failed).toEqual([]);
  },
);

function unescapeBytes(text: string): string {
  return text.replaceAll(/%([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
