import { expect, test } from "vitest";
import { createRouteLabels, listPatterns } from "./route-label";

const labelOf = createRouteLabels(
  listPatterns({
    root: { path: "" },
    index: { parentId: "root" },
    videos: { path: "videos/:videoId", parentId: "root" },
    checkout: { path: "checkout", parentId: "videos" },
    latest: { path: "videos/latest", parentId: "root" },
    assets: { path: "assets/*", parentId: "root" },
    files: { path: "admin/export/:file", parentId: "root" },
  }),
);

test.each([
  ["/", "/"],
  ["/videos/1f", "/videos/:videoId"],
  ["/videos/1f/", "/videos/:videoId"],
  ["/videos/1f.data", "/videos/:videoId"],
  ["/videos/latest", "/videos/latest"],
  ["/videos/latest/checkout", "/videos/:videoId/checkout"],
  ["/admin/export/creators.xlsx", "/admin/export/:file"],
  ["/assets/a/b.js", "/assets/*"],
  ["/wp-admin", "other"],
  ["/videos/1/2/3", "other"],
])("the path %s has the route label %s", (path, label) => {
  expect(labelOf(path)).toBe(label);
});
