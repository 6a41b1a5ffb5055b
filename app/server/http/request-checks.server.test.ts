import { expect, test } from "vitest";
import { decideTargetRefusal, isFromOurPages } from "./request-checks.server";

const ours = "https://sabia.example";
const post = { method: "POST", path: "/logout", origin: ours, secFetchSite: "same-origin" };

test.each([
  ["a page being read", { ...post, method: "GET", origin: undefined, secFetchSite: "cross-site" }],
  ["data for a script of ours", { ...post, method: "HEAD", path: "/marketplace.data" }],
  ["the head of data, without an origin", { ...post, method: "HEAD", path: "/x.data", origin: undefined }],
  ["data read from elsewhere", { ...post, method: "GET", path: "/x.data", origin: "https://evil.example" }],
  ["a preflight of a page", { ...post, method: "OPTIONS", path: "/", origin: "https://evil.example" }],
  [
    "the head of data for another site",
    { ...post, method: "HEAD", path: "/x.data", origin: "https://evil.example" },
  ],
  ["a preflight of data", { ...post, method: "OPTIONS", path: "/x.data", origin: "null" }],
  ["a form of ours", post],
  ["a form of ours in a browser without Sec-Fetch-Site", { ...post, secFetchSite: undefined }],
  ["a webhook", { method: "POST", path: "/webhooks/stripe", origin: undefined, secFetchSite: undefined }],
])("the origin check accepts %s", (_, facts) => {
  expect(isFromOurPages(facts, ours)).toBe(true);
});

test.each([
  ["another site", { ...post, origin: "https://evil.example", secFetchSite: "cross-site" }],
  ["another site that says it is ours", { ...post, secFetchSite: "cross-site" }],
  [
    "another host of the same site",
    { ...post, origin: "https://blog.sabia.example", secFetchSite: "same-site" },
  ],
  ["a null origin", { ...post, origin: "null", secFetchSite: undefined }],
  ["no origin", { ...post, origin: undefined, secFetchSite: undefined }],
  ["no origin, but Sec-Fetch-Site", { ...post, origin: undefined }],
  ["an empty origin", { ...post, origin: "", secFetchSite: undefined }],
  ["a malformed origin", { ...post, origin: "sabia.example", secFetchSite: undefined }],
  ["an origin with a path", { ...post, origin: `${ours}/`, secFetchSite: undefined }],
  ["http instead of https", { ...post, origin: "http://sabia.example", secFetchSite: undefined }],
  ["another port", { ...post, origin: `${ours}:8443`, secFetchSite: undefined }],
  ["a name that begins alike", { ...post, origin: `${ours}.evil.example`, secFetchSite: undefined }],
  ["Sec-Fetch-Site none", { ...post, secFetchSite: "none" }],
  ["PUT", { ...post, method: "PUT", origin: "https://evil.example", secFetchSite: undefined }],
  ["PATCH", { ...post, method: "PATCH", origin: undefined, secFetchSite: undefined }],
  ["DELETE", { ...post, method: "DELETE", origin: "null", secFetchSite: undefined }],
  ["an unknown method", { ...post, method: "BREW", origin: undefined, secFetchSite: undefined }],
  ["a way round by a webhook's name", { ...post, path: "/webhooks/../logout", origin: undefined }],
  ["no webhook of ours", { ...post, path: "/webhooks/other", origin: undefined }],
  [
    "PUT to a webhook",
    { method: "PUT", path: "/webhooks/stripe", origin: undefined, secFetchSite: undefined },
  ],
])("the origin check refuses %s", (_, facts) => {
  expect(isFromOurPages(facts, ours)).toBe(false);
});

test.each([
  ["GET", "/"],
  ["HEAD", "/marketplace.data?_routes=root"],
  ["POST", "/logout?data=1&x_data=2&_dataset=3"],
  ["OPTIONS", "/"],
  ["GET", "//evil.example/?q=_data"],
])("the request %s %s is routed", (method, target) => {
  expect(decideTargetRefusal(method, target)).toBeUndefined();
});

test.each([
  ["GET", "http://localhost:3000/marketplace", 400],
  ["GET", "https://evil.example/", 400],
  ["OPTIONS", "*", 400],
  ["GET", "", 400],
  ["GET", "marketplace", 400],
  ["GET", "/marketplace?_data=routes/learner/marketplace", 400],
  ["GET", "/?q=1&_data", 400],
  ["GET", "/?%5Fdata=root", 400],
  ["POST", "/logout?%5f%64%61%74%61=root", 400],
  ["TRACE", "/", 405],
  ["CONNECT", "localhost:3000", 405],
  ["PROPFIND", "/", 405],
  ["get", "/", 405],
])("the request %s %s is refused with %i", (method, target, status) => {
  expect(decideTargetRefusal(method, target)).toBe(status);
});
