import { Form } from "@remix-run/react";
import { useLinkTo } from "~/i18n/use-locale";
import { Button } from "~/ui/button";

const followPath = (handle: string) => `/creators/${handle}/follow`;

/** Translated on the server. */
export interface FollowView {
  /** Undefined for the creator. */
  button?: { intent: "follow" | "unfollow"; label: string };
  hint: string;
}

/** `back`: the page of the form; default: the creator's. */
export function FollowForm({ handle, shown, back }: { handle: string; shown: FollowView; back?: string }) {
  const linkTo = useLinkTo();
  if (!shown.button) return <p className="font-semibold">{shown.hint}</p>;
  return (
    <Form method="post" action={linkTo(followPath(handle)).to} preventScrollReset className="space-y-1">
      {back && <input type="hidden" name="back" value={back} />}
      <Button name="intent" value={shown.button.intent} variant="secondary">
        {shown.button.label}
      </Button>
      <p className="text-sm text-ink-soft">{shown.hint}</p>
    </Form>
  );
}
