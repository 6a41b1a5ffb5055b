import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData, useSubmit } from "@remix-run/react";
import { CoverFields, CoverPreview } from "~/features/videos/pictures/cover-fields";
import { parseCoverChoice } from "~/features/videos/pictures/cover-form";
import { creatorTitle } from "~/i18n/creator-titles";
import { languageField } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { requireCreator } from "~/server/guards.server";
import { Button } from "~/ui/button";
import { PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = (page) => creatorTitle(page, "cover");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireCreator({ request, context });
  const fields = Object.fromEntries(new URL(request.url).searchParams);
  return { choice: parseCoverChoice({ coverDrawing: "ipe", coverGround: "rosa", ...fields }) };
}

/** Nothing is stored: the state is in the address. */
export default function Cover() {
  const { choice } = useLoaderData<typeof loader>();
  const t = useText();
  const submit = useSubmit();
  const linkTo = useLinkTo();
  const language = languageField(useLocale());
  return (
    <>
      <PageHeader title={t("covers.title")} description={t("covers.text")} className="mb-8" />
      <Form
        method="get"
        autoComplete="off"
        className="grid items-start gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]"
        onChange={(event) => {
          const { target } = event;
          // Text is sent by its button, because each change redraws the picture.
          if (target instanceof HTMLInputElement && target.type === "radio")
            submit(event.currentTarget, { replace: true, preventScrollReset: true });
        }}
      >
        {language && <input type="hidden" {...language} />}
        <div className="space-y-8">
          <CoverFields choice={choice ?? {}} />
          <div className="flex flex-wrap gap-3">
            <Button formAction={linkTo("/creator/upload").to} size="large">
              {t("covers.toUpload")}
            </Button>
            <Button variant="secondary" size="large">
              {t("covers.update")}
            </Button>
          </div>
        </div>
        {choice && <CoverPreview choice={choice} />}
      </Form>
    </>
  );
}
