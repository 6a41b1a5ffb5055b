import type { ReactNode } from "react";
import { brandColours, brandName } from "~/brand";
import { localizePath } from "~/i18n/language-in-address";
import { languages } from "~/i18n/languages";
import type { PageTexts } from "~/i18n/texts";
import { type Company, companyOf } from "~/platform/company";
import type { Env } from "~/platform/env.server";
import type { MailParts } from "./mail-parts";

/** What surrounds the content of every mail. */
export interface MailFrame {
  /** In the recipient's language. */
  texts: PageTexts;
  appUrl: string;
  company: Company;
}

export function frameOf(env: Env, texts: PageTexts): MailFrame {
  return { texts, appUrl: env.APP_URL, company: companyOf(env) };
}

type EmailParts = typeof import("@react-email/components");

/** Returns a mail as HTML and as text. The library is loaded with the first mail: it takes 45 MB. */
export async function renderMail(
  parts: MailParts,
  frame: MailFrame,
): Promise<{ subject: string; text: string; html: string }> {
  const ui = await import("@react-email/components");
  const html = await ui.render(<MailDocument ui={ui} parts={parts} frame={frame} />);
  return { subject: parts.subject, text: writeText(parts, frame), html };
}

function writeText(parts: MailParts, frame: MailFrame): string {
  const { title, paragraphs, button, amount, facts = [], code, notice, links = [] } = parts;
  const { smallPrint = [], unsubscribe } = parts;
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
      ...(unsubscribe ? [`${unsubscribe.label}: ${unsubscribe.href}`] : []),
    ].join("\n"),
  ];
  return blocks.join("\n\n");
}

function footerOf({ texts: { text, locale }, appUrl, company }: MailFrame) {
  const { name, cnpj, address, supportEmail } = company;
  const named = [name, cnpj && `CNPJ ${cnpj}`].filter(Boolean).join(" · ");
  return {
    help: text(supportEmail ? "mails.questionsReply" : "mails.questions"),
    company: [named, address].filter((line): line is string => Boolean(line)),
    urlOf: (path: string) => appUrl + localizePath(path, locale),
  };
}

const { light, dark } = brandColours;
const font = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** What inline styles cannot say: dark colours and narrow screens. A program without support for the dark ones inverts the others. */
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

interface DocumentProps {
  ui: EmailParts;
  parts: MailParts;
  frame: MailFrame;
}

/** Tables and inline styles, since mail programs support little else. */
function MailDocument({ ui, parts, frame }: DocumentProps) {
  const { Body, Container, Head, Html, Img, Preview, Section, Row, Column } = ui;
  const { locale, subject, preheader, label, picture } = parts;
  return (
    <Html lang={languages[locale].tag} dir="ltr">
      <Head>
        <title>{subject}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{styles}</style>
      </Head>
      {preheader && <Preview>{preheader}</Preview>}
      <Body style={{ margin: 0, fontFamily: font }}>
        {/* The colour is on a table of its own: Body repeats it on a cell that no style of ours reaches. */}
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
                // Clips the picture's corners.
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
                <Content ui={ui} parts={parts} frame={frame} />
              </Section>
            </Section>
            <Footer ui={ui} parts={parts} frame={frame} />
          </Container>
        </Section>
      </Body>
    </Html>
  );
}

const small = { fontSize: "14px", lineHeight: "20px", margin: 0 } as const;
const body = { fontSize: "17px", lineHeight: "26px", margin: "0 0 12px", color: light["ink-soft"] } as const;

function Content({ ui, parts, frame }: DocumentProps) {
  const { Button, Heading, Link, Section, Text } = ui;
  const {
    title,
    subject,
    paragraphs,
    button,
    amount,
    facts = [],
    code,
    notice,
    links = [],
    smallPrint = [],
  } = parts;
  return (
    <>
      <Heading
        as="h1"
        className="ink title"
        style={{
          color: light.ink,
          fontSize: "30px",
          lineHeight: "37px",
          letterSpacing: "-0.5px",
          margin: "0 0 12px",
        }}
      >
        {title ?? subject}
      </Heading>
      {paragraphs.map((paragraph) => (
        <Text key={paragraph} className="soft" style={body}>
          {paragraph}
        </Text>
      ))}
      {code && (
        <Section
          className="sunken"
          style={{ backgroundColor: light.sunken, borderRadius: "12px", margin: "12px 0" }}
        >
          <div style={{ padding: "14px 18px" }}>
            <Text className="soft" style={{ ...small, color: light["ink-soft"] }}>
              {code.label}
            </Text>
            <Text
              className="ink"
              style={{
                margin: 0,
                color: light.ink,
                font: "15px/22px ui-monospace, Consolas, Menlo, monospace",
                wordBreak: "break-all",
              }}
            >
              {code.value}
            </Text>
          </div>
        </Section>
      )}
      {button && (
        <Section style={{ margin: "20px 0 8px" }}>
          <Button
            href={button.href}
            style={{
              display: "block",
              backgroundColor: light.forest,
              color: light["on-forest"],
              padding: "16px 20px",
              borderRadius: "12px",
              fontSize: "17px",
              fontWeight: 700,
              textAlign: "center",
              textDecoration: "none",
            }}
          >
            {button.label}
          </Button>
        </Section>
      )}
      {amount && <FactRow ui={ui} label={amount.label} value={amount.value} large />}
      {facts.map(({ label, value }) => (
        <FactRow key={label} ui={ui} label={label} value={value} />
      ))}
      {notice && (
        <Section
          className="notice"
          style={{ backgroundColor: light["success-soft"], borderRadius: "12px", marginTop: "24px" }}
        >
          <div style={{ padding: "14px 20px" }}>
            <Text className="on-notice" style={{ ...body, ...noticeText }}>
              <strong>{notice.strong}</strong> {notice.text}{" "}
              {notice.link && (
                <Link
                  href={notice.link.href}
                  className="on-notice"
                  style={{ ...noticeText, textDecoration: "underline" }}
                >
                  {notice.link.label}
                </Link>
              )}
            </Text>
          </div>
        </Section>
      )}
      {links.map(({ label, href }) => (
        <Text key={href} style={{ ...small, marginTop: "20px", textAlign: "center" }}>
          <Link
            href={href}
            className="ink"
            style={{ color: light.ink, fontSize: "15px", fontWeight: 700, textDecoration: "underline" }}
          >
            {label}
          </Link>
        </Text>
      ))}
      {smallPrint.map((line) => (
        <Text key={line} className="soft" style={{ ...small, color: light["ink-soft"], marginTop: "12px" }}>
          {line}
        </Text>
      ))}
      {button && (
        <Text
          className="soft"
          style={{ ...small, fontSize: "13px", color: light["ink-soft"], marginTop: "24px" }}
        >
          {frame.texts.text("mails.copy")}
          <br />
          <Link
            href={button.href}
            className="soft"
            style={{ color: light["ink-soft"], textDecoration: "underline", wordBreak: "break-all" }}
          >
            {button.href}
          </Link>
        </Text>
      )}
    </>
  );
}

const noticeText = {
  margin: 0,
  color: light["on-success-soft"],
  fontSize: "15px",
  lineHeight: "22px",
} as const;

interface FactRowProps {
  ui: EmailParts;
  label: string;
  value: string;
  large?: boolean;
}

/** A label and its value; an amount is large and has the line that separates it from what follows. */
function FactRow({ ui, label, value, large = false }: FactRowProps) {
  const { Column, Row, Section } = ui;
  const line = {
    borderBottom: `1px solid ${light.line}`,
    padding: large ? "24px 0 12px" : "12px 0",
  } as const;
  return (
    <Section>
      <Row>
        <Column
          className={large ? "row ink" : "row soft label"}
          style={{
            ...line,
            color: large ? light.ink : light["ink-faint"],
            fontSize: "15px",
            lineHeight: "22px",
            fontWeight: large ? 700 : 400,
            verticalAlign: large ? "bottom" : "top",
          }}
        >
          {label}
        </Column>
        <Column
          className={large ? "row ink amount" : "row ink value"}
          style={{
            ...line,
            color: light.ink,
            fontSize: large ? "34px" : "15px",
            lineHeight: large ? "40px" : "22px",
            fontWeight: 700,
            textAlign: "right",
            paddingLeft: "16px",
            verticalAlign: large ? "bottom" : "top",
            wordBreak: "break-word",
          }}
        >
          {value}
        </Column>
      </Row>
    </Section>
  );
}

function Footer({ ui, parts, frame }: DocumentProps) {
  const { Link, Section, Text } = ui;
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
      {parts.unsubscribe &&
        centred(
          "unsubscribe",
          <Link
            href={parts.unsubscribe.href}
            className="soft"
            style={{ color: light["ink-soft"], textDecoration: "underline" }}
          >
            {parts.unsubscribe.label}
          </Link>,
        )}
    </Section>
  );
}
