import { Form, useLocation, useRouteLoaderData } from "@remix-run/react";
import { useLinkTo } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Container } from "~/ui/container";
import { TextLink } from "~/ui/text-link";

interface Question {
  text: string;
  read: string;
  accept: string;
}

/** Asks a signed-in person once to accept new terms, and holds nothing back meanwhile. */
export function TermsNotice() {
  const root = useRouteLoaderData("root") as { terms: Question | null } | undefined;
  const { pathname, search } = useLocation();
  const linkTo = useLinkTo();
  if (!root?.terms) return null;
  const { text, read, accept } = root.terms;
  return (
    <aside className="border-b border-line bg-info-soft text-on-info-soft print:hidden">
      <Container className="flex flex-wrap items-center gap-x-5 gap-y-2 py-3">
        <p className="min-w-60 grow">{text}</p>
        <TextLink {...linkTo("/terms")}>{read}</TextLink>
        <Form method="post" action={linkTo("/account/terms").to}>
          <input type="hidden" name="redirectTo" value={pathname + search} />
          <Button size="small" variant="secondary">
            {accept}
          </Button>
        </Form>
      </Container>
    </aside>
  );
}
