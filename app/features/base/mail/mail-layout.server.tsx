import { Body } from "@react-email/body";
import { Column } from "@react-email/column";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Html } from "@react-email/html";
import { Img } from "@react-email/img";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { render } from "@react-email/render";
import { Row } from "@react-email/row";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import type { ReactNode } from "react";
import { brandColours, brandName } from "~/brand";
import { oneLine } from "~/features/base/form-fields/typed-text";
import { languages } from "~/i18n/languages";
import { footerOf, MailContent, type MailFrame, type MailProps, small } from "./mail-content.server";
import type { MailParts } from "./mail-parts";

export async function renderMail(
  parts: MailParts,
  frame: MailFrame,
): Promise<{ subject: string; text: string; html: string }> {
  const html = await render(<MailDocument parts={parts} frame={frame} />);
  return { subject: oneLine(parts.subject), text: writeText(parts, frame), html };
}

/** Not in the middle of a surrogate pair. */
function cutPreheader(text: string): string {
  return text.slice(0, 150).replace(/[\uD800-\uDBFF]$/, "");
}

function writeText(parts: MailParts, frame: MailFrame): string {
  const { title, paragraphs, button, amount, facts = [], code, notice, links = [] } = parts;
  const { smallPrint = [] } = parts;
  const { text } = frame.texts;
  const { company, help, urlOf } = footerOf(frame);
  const rows = [...(amount ? [amount] : []), ...facts].map(({ label, value }) => `${label}: ${value}`);
  const blocks = [
    ...(title ? [title] : []),
    ...paragraphs,
    ...(code ? [`${code.label}:\n${code.value}`] : []),
    ...(button ? [`${button.label}:\n${button.href}`] : []),
    ...(rows.length > 0 ? [rows.join("\n")] : []),
    ...(notice
      ? [[`${notice.strong} ${notice.text}`, ...(notice.link ? [notice.link.href] : [])].join("\n")]
      : []),
    ...links.map(({ label, href }) => `${label}: ${href}`),
    ...(smallPrint.length > 0 ? [smallPrint.join("\n")] : []),
    [
      brandName,
      ...company,
      `${help} ${text("mails.help")}: ${urlOf("/help")}`,
      `${text("mails.terms")}: ${urlOf("/terms")}`,
      `${text("mails.privacy")}: ${urlOf("/privacy")}`,
      ...endLinksOf(parts).map(({ label, href }) => `${label}: ${href}`),
    ].join("\n"),
  ];
  return blocks.join("\n\n");
}

function endLinksOf({ unsubscribe, unsubscribeGroup }: MailParts) {
  return [unsubscribe, unsubscribeGroup].filter((link) => link !== undefined);
}

const { light, dark } = brandColours;
const font = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** What cannot be inline: dark colours and narrow screens. Other programs invert the colours. */
const styles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { background-color: ${light.sunken}; }
@media (prefers-color-scheme: dark) {
  body { background-color: ${dark.canvas} !important; }
  .canvas { background-color: ${dark.canvas} !important; }
  .surface { background-color: ${dark.surface} !important; border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .soft { color: ${dark["ink-soft"]} !important; }
  .row { border-color: ${dark.line} !important; }
  .sunken { background-color: ${dark.sunken} !important; }
  .notice { background-color: ${dark["success-soft"]} !important; }
  .on-notice { color: ${dark["on-success-soft"]} !important; }
}
@media (max-width: 480px) {
  .pad { padding-left: 20px !important; padding-right: 20px !important; }
  .title { font-size: 26px !important; line-height: 32px !important; }
  .amount { font-size: 28px !important; line-height: 34px !important; }
  .label, .value { display: block !important; width: 100% !important; box-sizing: border-box; }
  .label { border-bottom: 0 !important; padding-bottom: 0 !important; }
  .value { padding: 0 0 12px !important; text-align: left !important; }
}`;

/** Mail programs support little besides tables and inline styles. */
function MailDocument({ parts, frame }: MailProps) {
  const { locale, subject, preheader, label, picture } = parts;
  return (
    <Html lang={languages[locale].tag} dir="ltr">
      <Head>
        <title>{subject}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{styles}</style>
      </Head>
      <Body style={{ margin: 0, fontFamily: font }}>
        {preheader && <Preview>{cutPreheader(preheader)}</Preview>}
        {/* The colour needs its own table: Body repeats it on a cell that our styles do not reach. */}
        <Section className="canvas" style={{ backgroundColor: light.sunken }}>
          <Container style={{ width: "100%", maxWidth: "600px", margin: "0 auto", padding: "24px" }}>
            <Section style={{ padding: "8px 8px 20px" }}>
              <Row>
                <Column style={{ width: "44px", verticalAlign: "middle" }}>
                  <Img
                    src={`${frame.appUrl}/icon-192.png`}
                    alt=""
                    width="36"
                    height="36"
                    style={{ borderRadius: "8px" }}
                  />
                </Column>
                <Column
                  className="ink"
                  style={{ color: light.ink, fontSize: "22px", fontWeight: 700, verticalAlign: "middle" }}
                >
                  {brandName}
                </Column>
                <Column className="soft" style={{ ...small, color: light["ink-soft"], textAlign: "right" }}>
                  {label}
                </Column>
              </Row>
            </Section>
            <Section
              className="surface"
              style={{
                backgroundColor: light.surface,
                border: `1px solid ${light.line}`,
                borderRadius: "20px",
                overflow: "hidden",
                borderCollapse: "separate",
              }}
            >
              {picture && (
                <Img
                  src={picture.src}
                  alt={picture.alt}
                  width="550"
                  style={{ width: "100%", height: "auto", borderRadius: "19px 19px 0 0" }}
                />
              )}
              <Section className="pad" style={{ padding: "32px 40px 40px" }}>
                <MailContent parts={parts} frame={frame} />
              </Section>
            </Section>
            <Footer parts={parts} frame={frame} />
          </Container>
        </Section>
      </Body>
    </Html>
  );
}

function Footer({ parts, frame }: MailProps) {
  const { text } = frame.texts;
  const { help, company, urlOf } = footerOf(frame);
  const line = {
    fontSize: "13px",
    lineHeight: "20px",
    margin: "0 0 12px",
    color: light["ink-soft"],
  } as const;
  const link = (path: string, label: string) => (
    <Link
      href={urlOf(path)}
      className="soft"
      style={{ color: light["ink-soft"], textDecoration: "underline" }}
    >
      {label}
    </Link>
  );
  const centred = (key: string, children: ReactNode) => (
    <Text key={key} className="soft" style={{ ...line, textAlign: "center" }}>
      {children}
    </Text>
  );
  return (
    <Section style={{ padding: "24px 16px 8px" }}>
      {centred(
        "help",
        <>
          {help} {link("/help", text("mails.help"))}
        </>,
      )}
      {company.length > 0 &&
        centred(
          "company",
          company.map((each, index) => (
            <span key={each}>
              {index > 0 && <br />}
              {each}
            </span>
          )),
        )}
      {centred(
        "law",
        <>
          {link("/terms", text("mails.terms"))} · {link("/privacy", text("mails.privacy"))}
        </>,
      )}
      {endLinksOf(parts).map(({ label, href }) =>
        centred(
          href,
          <Link
            href={href}
            className="soft"
            style={{ color: light["ink-soft"], textDecoration: "underline" }}
          >
            {label}
          </Link>,
        ),
      )}
    </Section>
  );
}
