import type { Browser, Reply } from "../../../support/browser";
import { appUrl } from "../../../support/test-services";

export function askForMail(browser: Browser, email: string, path = "/forgot-password"): Promise<Reply> {
  return browser.post(path, { email });
}

export function tokenIn(path: string): string {
  return new URL(path, appUrl).searchParams.get("token") ?? "";
}

export function resetBy(browser: Browser, path: string, password = "senha nova"): Promise<Reply> {
  return browser.post(path, { password, confirmPassword: password });
}
