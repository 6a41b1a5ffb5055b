import { Form, useLocation, useRouteLoaderData } from "@remix-run/react";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/looks";
import { Container } from "~/ui/page-frame/container";
import { useLawWords } from "./use-root-data";

/** Beside a button. The links open a new tab, to keep what was typed. */
export function AcceptsTerms({ by, className }: { by: "signup" | "buying"; className?: string }) {
  const law = useLawWords();
  const link = (at: 0 | 1) => (
    <a href={law?.pages[at]?.to} target="_blank" rel="noopener" className="underline underline-offset-4">
      {law?.pages[at]?.label}
    </a>
  );
  return (
    law && (
      <p className={classNames("text-sm text-ink-soft", className)}>
        {law[by]} {link(0)} {law.and} {link(1)}.
      </p>
    )
  );
}

/** For pages without a sales page: the right of withdrawal (CDC, art. 49), and the terms. */
export function TellsWithdrawal({ className }: { className?: string }) {
  return (
    <div className={className}>
      <p className="text-sm text-ink-soft">{useLawWords()?.withdrawal}</p>
      <AcceptsTerms by="buying" className="mt-1" />
    </div>
  );
}

export interface TermsQuestion {
  text: string;
  read: string;
  readAt: string;
  accept: string;
  acceptAt: string;
}

/** Asks a signed-in person to accept the terms, or a new version. Blocks nothing. */
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
