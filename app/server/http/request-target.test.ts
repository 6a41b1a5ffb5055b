import { expect, test } from "vitest";
import { decideTargetRefusal } from "./request-target";

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
