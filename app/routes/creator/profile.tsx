import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refuseManyUploads } from "~/features/base/accounts/try-limits.server";
import { CreatorHead } from "~/features/shop/creators/creator-head";
import type { ProfileForm } from "~/features/shop/creators/creator-page-form";
import { findCreator } from "~/features/shop/creators/creators.queries.server";
import { ProfileFields } from "~/features/shop/creators/profile-fields";
import { creatorPath } from "~/features/shop/creators/profile-rules";
import { saveProfile } from "~/features/shop/creators/save-profile.server";
import { creatorTitle } from "~/i18n/creator-titles";
import type { MessageKey } from "~/i18n/message-key";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { BrokenForm } from "~/platform/forms/multipart.server";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import { requireCreator } from "~/server/guards.server";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";
import { ButtonLink } from "~/ui/button";
import { showFields } from "~/ui/forms/form-error";
import { PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = (page) => creatorTitle(page, "profile");

export const headers = retryAfterHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const row = await findCreator(context.services.db, userId);
  if (!row) throw new Response(null, { status: 404 });
  const { user_id: _, ...creator } = row;
  const proofNeeded = !(await hasRecentProof(context, request));
  return { creator, host: new URL(context.services.env.APP_URL).host, proofNeeded };
}

interface Answer {
  errors: Record<string, MessageKey>;
  values: Record<string, string>;
  /** Valid values that were not stored. */
  preview?: ProfileForm;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireCreator({ request, context });
  const { services, log } = context;
  try {
    const refused = await refuseManyUploads(context, viewer.userId, request);
    if (refused) return data<Answer>(refused.problem, refused);
    const saved = await saveProfile(
      { ...services, log },
      actorOf(context, request, viewer),
      request,
      (fields) => requireProof(context, request, { action: "changeHandle", fields }),
    );
    if (!saved.ok) return data<Answer>(saved.problem, saved);
    if ("preview" in saved) return data<Answer>({ ...saved.problem, preview: saved.preview });
    const flash = { tone: "success", title: "creators.saved" } as const;
    return goTo("/creator/profile", { request, context, flash });
  } catch (error) {
    if (!(error instanceof BrokenForm)) throw error;
    log.info({ err: error }, "a profile's form broke off");
    return data<Answer>({ errors: { form: "creators.broken" }, values: {} }, { status: 400 });
  }
}

export default function Profile() {
  const { creator, host, proofNeeded } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useText();
  const linkTo = useLinkTo();
  const fields = showFields(answer, t);
  const preview = answer?.preview;
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader
        title={t("creators.yourPage")}
        actions={
          <ButtonLink {...linkTo(creatorPath(creator.handle))} variant="secondary" reloadDocument>
            {t("creators.openPage")}
          </ButtonLink>
        }
        className="mb-8"
      />
      <ProfileFields
        creator={creator}
        host={host}
        proofNeeded={proofNeeded}
        answer={answer}
        result={fields}
      />
      <section aria-labelledby="preview-title" className="mt-14">
        <h2 id="preview-title" className="text-2xl">
          {t("creators.preview")}
        </h2>
        {preview && (
          <p role="status" className="mt-1 text-ink-soft">
            {t("creators.previewTyped")}
          </p>
        )}
        <div className="mt-5 overflow-hidden rounded-panel border border-line bg-canvas">
          <div aria-hidden="true" className="h-20 bg-dawn sm:h-28" />
          <div className="-mt-14 p-5 pt-0 sm:-mt-18 sm:p-8 sm:pt-0">
            <CreatorHead creator={{ ...creator, ...preview }} level={2} />
          </div>
        </div>
      </section>
    </div>
  );
}
