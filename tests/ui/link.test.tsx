import { Link as RemixLink } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom/server";
import { expect, test } from "vitest";
import { Link } from "~/ui/link";

/** Returns the attributes of the only link, in the order of their names. */
function render(link: ReactElement): string[] {
  const html = renderToString(<StaticRouter location="/creator/videos?after=1">{link}</StaticRouter>);
  return [...html.matchAll(/[a-z-]+="[^"]*"|>.*/g)].map(([part]) => part).sort();
}

const links: Record<string, Parameters<typeof RemixLink>[0]> = {
  "a path": { to: "/marketplace" },
  "a path with a query": { to: "/marketplace?q=viol%C3%A3o&sort=rating" },
  "a link to the other language": { to: "/marketplace?lng=en", reloadDocument: true },
  "a replacing link": { to: "/creator/videos", replace: true, preventScrollReset: true, state: { from: 1 } },
  "attributes of its own": { to: "/terms", target: "_blank", className: "card-link", "aria-current": "page" },
  "a fragment": { to: "/help#pix" },
  "a relative path": { to: "edit" },
  "a query alone": { to: "?after=2" },
  "another origin": { to: "https://example.com/" },
  "an address without a scheme": { to: "//example.com/" },
  "an object": { to: { pathname: "/marketplace", search: "?q=pao" } },
};

test.each(Object.entries(links))("the server's markup of %s equals that of Remix's link", (_, link) => {
  expect(render(<Link {...link}>Violão</Link>)).toEqual(render(<RemixLink {...link}>Violão</RemixLink>));
});
