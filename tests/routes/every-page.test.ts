import { describe, expect, test } from "vitest";
import { pt } from "~/i18n/locales/pt";
import { findForeign, portugueseOnly } from "../support/foreign-texts";
import { readPage } from "../support/read-page";
import { describePages } from "./every-page";

await describePages({ everyRole: false });

describe("the search for foreign texts", () => {
  test.each([
    [`<p>${pt.player.mustBuyText}</p>`, 1],
    [`<button aria-label="${pt.common.close}"></button>`, 1],
    ["<title>Página não encontrada · Sabiá</title>", 1],
    ["<p>por Ana</p><p>© 2024 Sabiá. Todos os direitos reservados.</p>", 2],
    [`<script>"${pt.common.close}"</script><a>Português</a><p>Sabiá</p><p>Em casa.</p>`, 0],
  ])("finds those in %s", (html, count) => {
    expect(findForeign(readPage(html).said, portugueseOnly)).toHaveLength(count);
  });
});
