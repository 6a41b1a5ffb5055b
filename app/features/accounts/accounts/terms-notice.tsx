import { Form, useLocation, useRouteLoaderData } from "@remix-run/react";
import { Button } from "~/ui/button";
import { Container } from "~/ui/page-frame/container";

export interface TermsQuestion {
  text: string;
  read: string;
  readAt: string;
  accept: string;
  acceptAt: string;
}

/** Asks a signed-in person to accept the terms, the first time or after a new version. Blocks nothing meanwhile. */
export function TermsNotice() {
  const { pathname, search } = useLocation();
  const terms = (useRouteLoaderData("root") as { terms: TermsQuestion | null } | undefined)?.terms;
  return (
    terms && (
      <Container className="flex flex-wrap items-center gap-4 border-b border-line py-3 print:hidden">
        <p className="grow">
          {terms.text}{" "}
          <a href={terms.readAt} className="underline underline-offset-4">
            {terms.read}
          </a>
        </p>
        <Form method="post" action={terms.acceptAt}>
          <input type="hidden" name="redirectTo" value={pathname + search} />
          <Button size="small" variant="secondary">
            {terms.accept}
          </Button>
        </Form>
      </Container>
    )
  );
}
