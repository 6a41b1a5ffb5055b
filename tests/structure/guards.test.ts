import { basename, dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { findUnguarded, listHandlers } from "./guard-check";
import { listSources, readText } from "./sources";

/** The protected areas and the guard of each of their handlers. */
const areas: Record<string, string | string[]> = {
  "app/routes/creator": "requireCreator",
  "app/routes/admin": ["requireAdmin", "requirePayoutAdmin"],
  "app/routes/admin/disputes": "requireAdmin",
  "app/routes/admin/rules": "requireAdmin",
  "app/routes/account": "requireViewer",
};

/** The open areas; the learners' is listed route by route. */
const open = ["app/routes/learner", "app/routes/public", "app/routes/system"];

/** The learners' routes, by what begins with its guard (product.md, Screens). */
const learners = {
  "guarded loader":
    "all-notes attachment captions checkout-return frames notes-file playlist transcript transcript-pdf watch",
  "guarded loader, guarded action": "announcement notes places questions",
  // The loader is a public page, or redirects to one.
  "open loader, guarded action":
    "asks checkout download downloads follow reviews watch-again watch-link watch-position",
  "open loader": "course-page free-lesson marketplace sales-page search-suggestions",
  // Without an account, the browser keeps what is saved.
  "open loader, open action": "saved",
};

for (const [area, guard] of Object.entries(areas)) {
  const files = listRoutes(area);
  test.each(files)("%s begins with its guard", (path) => {
    expect(findUnguarded(readText(path), [guard].flat())).toEqual([]);
  });
}

test("every folder of routes is in one of the two lists", () => {
  const folders = new Set(listSources("app/routes").map((path) => dirname(path)));
  expect([...folders].sort()).toEqual([...Object.keys(areas), ...open].sort());
});

test("the learners' routes have the guards of the list", () => {
  const found: Record<string, string[]> = {};
  for (const path of listRoutes("app/routes/learner")) {
    const text = readText(path);
    const handlers = listHandlers(text);
    const guards = handlers.map((name) =>
      findUnguarded(text, ["requireViewer"], [name]).length === 0 ? `guarded ${name}` : `open ${name}`,
    );
    found[guards.join(", ")] = [...(found[guards.join(", ")] ?? []), basename(path).replace(/\.tsx?$/, "")];
  }
  for (const names of Object.values(found)) names.sort();
  const expected = Object.entries(learners).map(([guards, names]) => [guards, names.split(" ").sort()]);
  expect(found).toEqual(Object.fromEntries(expected));
});

describe("the check of guards", () => {
  const guarded = "await requireCreator({ request, context });";
  const fn = (body: string, name = "action") =>
    `export async function ${name}({ request, context }) { ${body} }`;

  test.each([
    ["on its own", fn(guarded)],
    ["for its viewer", fn("const { userId } = await requireCreator({ request, context }); return userId;")],
    ["no handler at all", "export default function Page() { return null; }"],
    ["a helper of the same name that is not exported", "async function action() {}"],
  ])("passes %s", (_, text) => expect(findUnguarded(text, ["requireCreator"])).toEqual([]));

  test.each([
    ["no guard", fn("return null;")],
    ["an empty body", fn("")],
    ["not first", fn(`const fields = await readForm(request); ${guarded}`)],
    ["not awaited", fn("requireCreator({ request, context });")],
    ["only sometimes", fn(`if (request.method === "POST") ${guarded}`)],
    ["inside a try", fn(`try { ${guarded} } catch {}`)],
    ["another guard", fn("await requireViewer({ request, context });")],
    ["another request", fn("await requireCreator({ request: other, context });")],
    [
      "after the form in one statement",
      fn("const [f, v] = [await readForm(request), await requireCreator({ request, context })];"),
    ],
    [
      "a second declaration first",
      fn("const f = await readForm(request), v = await requireCreator({ request, context });"),
    ],
    ["a loader as well", fn("return null;", "loader")],
    ["an arrow function", `export const action = async ({ request, context }) => { ${guarded} };`],
    ["from elsewhere", 'export { action } from "./other";'],
    ["under another name", "async function act() {} export { act as action };"],
    ["everything from elsewhere", 'export * from "./other";'],
  ])("finds %s", (_, text) => expect(findUnguarded(text, ["requireCreator"])).not.toEqual([]));
});

function listRoutes(folder: string): string[] {
  return listSources("app/routes").filter((path) => path.startsWith(`${folder}/`));
}
