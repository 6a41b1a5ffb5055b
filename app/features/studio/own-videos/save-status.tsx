import { Form } from "@remix-run/react";
import type { SaveState } from "~/features/studio/uploads/use-auto-save";
import { localizePath } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { TextLink } from "~/ui/link";

export function SaveStatus({ state, onSave }: { state: SaveState; onSave: () => void }) {
  const t = useText();
  const linkTo = useLinkTo();
  const failed = state.phase === "failed" ? state.error : undefined;
  return (
    <span role="status" className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft noscript:hidden">
      {state.phase === "saving" && t("drafts.saving")}
      {(state.phase === "saved" || state.phase === "untouched") && (
        <>
          <Icon name="check" className="size-4" />
          {t("drafts.saved")}
        </>
      )}
      {failed && <span className="text-danger-ink">{t(`drafts.${failed}`)}</span>}
      {failed === "changed" && (
        <Button type="button" variant="quiet" size="small" onClick={onSave}>
          {t("drafts.saveAnyway")}
        </Button>
      )}
      {failed === "signIn" && (
        <TextLink {...linkTo("/creator-login")} target="_blank" reloadDocument>
          {t("uploads.signInAgain")}
        </TextLink>
      )}
    </span>
  );
}

export function VideoMenu({ videoId, isPublic }: { videoId: string; isPublic: boolean }) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  return (
    <details className="relative">
      <summary className="flex size-11 items-center justify-center" aria-label={t("uploads.more")}>
        <Icon name="dots" />
      </summary>
      <div className="absolute right-0 z-20 w-56 rounded-control border border-line bg-raised p-2 shadow-lifted">
        {isPublic ? (
          <>
            <TextLink
              {...linkTo(`/creator/videos/${videoId}/share`)}
              className="flex min-h-11 items-center px-2"
            >
              {t("shareVideo.toPage")}
            </TextLink>
            <TextLink
              {...linkTo(`/creator/videos/${videoId}/delete`)}
              className="flex min-h-11 items-center px-2"
            >
              {t("creator.delete")}
            </TextLink>
          </>
        ) : (
          <Form method="post" action={localizePath("/creator/videos", locale)}>
            <input type="hidden" name="videoId" value={videoId} />
            <p className="px-2 py-1 text-sm text-ink-soft">{t("drafts.deleteQuestion")}</p>
            <Button name="intent" value="delete" variant="danger" size="small">
              {t("drafts.deleteConfirm")}
            </Button>
          </Form>
        )}
      </div>
    </details>
  );
}
