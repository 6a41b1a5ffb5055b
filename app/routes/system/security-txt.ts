import type { LoaderFunctionArgs } from "@remix-run/node";

const day = 86_400_000;

/** In days. RFC 9116 advises less than a year. */
const validDays = 180;

/** RFC 9116. */
export function loader({ context }: LoaderFunctionArgs) {
  const { env, clock } = context.services;
  const expires = new Date(Math.ceil(clock().getTime() / day + validDays) * day);
  const lines = [
    ...(env.SUPPORT_EMAIL ? [`Contact: mailto:${env.SUPPORT_EMAIL}`] : []),
    `Contact: ${env.APP_URL}/help`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: pt, en",
    `Canonical: ${env.APP_URL}/.well-known/security.txt`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
