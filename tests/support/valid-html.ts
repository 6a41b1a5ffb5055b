/** Errors of an HTML document by the rules of html-validate that restate the HTML Standard. */
import { type ConfigData, HtmlValidate, type RuleConfig, StaticConfigLoader } from "html-validate";

/** Tables for layout and their attributes, since mail programs support little else. */
const ofMails: RuleConfig = { "no-deprecated-attr": "off", "doctype-html": "off" };

/** Without a doctype browsers show a page in quirks mode. */
const ofPages: RuleConfig = { "missing-doctype": "error" };

const checkers = { page: makeChecker(ofPages), mail: makeChecker(ofMails) };

/** The configuration is resolved once: doing so for each page takes two fifths of the time. */
function makeChecker(rules: RuleConfig): HtmlValidate {
  const config: ConfigData = { root: true, extends: ["html-validate:standard"], rules };
  const loader = new StaticConfigLoader(config);
  const resolved = loader.getConfigFor("page.html");
  loader.getConfigFor = () => resolved;
  return new HtmlValidate(loader);
}

/** Returns each error as "rule: message: the source around it". */
export async function findHtmlErrors(html: string, kind: keyof typeof checkers): Promise<string[]> {
  const { results } = await checkers[kind].validateString(html);
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, offset }) => `${ruleId}: ${message}: ${html.slice(offset - 60, offset + 60)}`);
}
