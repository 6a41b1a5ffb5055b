import { Form } from "@remix-run/react";
import { localizePath } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icons";
import type { ListedDraft } from "./draft-fields";

/** As many are shown unfolded: more would push the form away. */
const unfolded = 3;

/** A creator's drafts, each to continue or to delete. */
export function DraftList({ drafts }: { drafts: readonly ListedDraft[] }) {
  const t = useText();
  if (drafts.length === 0) return null;
  return (
    <details
      open={drafts.length <= unfolded}
      className="group mb-8 rounded-card border border-line bg-surface px-4 sm:px-5"
    >
      <summary className="flex min-h-14 items-center justify-between gap-4">
        <h2 className="text-lg">{t("drafts.title", { count: drafts.length })}</h2>
        <Icon name="chevron-down" className="size-5 group-open:rotate-180" />
      </summary>
      <ul>
        {drafts.map((draft) => (
          <Draft key={draft.id} draft={draft} />
        ))}
      </ul>
    </details>
  );
}

function Draft({ draft: { id, title, savedAt } }: { draft: ListedDraft }) {
  const t = useText();
  const linkTo = useLinkTo();
  const name = title || t("drafts.untitled");
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-3">
      <p className="min-w-0 flex-1 basis-48">
        <span className="block font-semibold [overflow-wrap:anywhere]">{name}</span>
        <span className="block text-sm text-ink-soft">{t("drafts.saved", { when: savedAt })}</span>
      </p>
      <ButtonLink
        {...linkTo(`/creator/upload?draft=${id}`)}
        variant="secondary"
        size="small"
        aria-label={t("drafts.continueLabel", { title: name })}
      >
        {t("drafts.continue")}
      </ButtonLink>
      <DeleteDraft draftId={id} title={name} />
    </li>
  );
}

/** Two taps, with and without script: what was typed cannot be brought back. */
export function DeleteDraft({ draftId, title }: { draftId: string; title: string }) {
  const t = useText();
  const locale = useLocale();
  return (
    <details className="open:basis-full">
      <summary
        className="flex min-h-11 items-center gap-2 px-2 text-sm font-semibold text-ink-soft"
        aria-label={t("drafts.deleteLabel", { title })}
      >
        <Icon name="trash" />
        {t("drafts.delete")}
      </summary>
      <Form
        method="post"
        action={localizePath(`/creator/drafts/${draftId}`, locale)}
        className="flex flex-wrap items-center gap-3 py-2"
      >
        <span className="text-sm">{t("drafts.deleteQuestion")}</span>
        <Button
          name="intent"
          value="delete"
          variant="danger"
          size="small"
          aria-label={t("drafts.deleteLabel", { title })}
        >
          {t("drafts.deleteConfirm")}
        </Button>
      </Form>
    </details>
  );
}
