/** Errors of an HTML document by the rules of html-validate that restate the HTML Standard. */
import { HtmlValidate, type RuleConfig } from "html-validate";

/** Tables for layout and their attributes, since mail programs support little else. */
const ofMails: RuleConfig = { "no-deprecated-attr": "off", "doctype-html": "off" };

/** Without a doctype browsers show a page in quirks mode. */
const ofPages: RuleConfig = { "missing-doctype": "error" };

const checkers = {
  page: new HtmlValidate({ root: true, extends: ["html-validate:standard"], rules: ofPages }),
  mail: new HtmlValidate({ root: true, extends: ["html-validate:standard"], rules: ofMails }),
};

/** Returns each error as "rule: message: the source around it". */
export async function findHtmlErrors(html: string, kind: keyof typeof checkers): Promise<string[]> {
  const { results } = await checkers[kind].validateString(html);
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, offset }) => `${ruleId}: ${message}: ${html.slice(offset - 60, offset + 60)}`);
}
