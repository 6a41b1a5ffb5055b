import { Button } from "@react-email/button";
import { Column } from "@react-email/column";
import { Heading } from "@react-email/heading";
import { Link } from "@react-email/link";
import { Row } from "@react-email/row";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { brandColours } from "~/brand";
import { localizePath } from "~/i18n/page-language";
import type { PageTexts } from "~/i18n/texts";
import { type Company, companyOf } from "~/platform/company";
import type { Env } from "~/platform/env.server";
import type { MailParts } from "./mail-parts";

const { light } = brandColours;

export const small = { fontSize: "14px", lineHeight: "20px", margin: 0 } as const;
const body = { fontSize: "17px", lineHeight: "26px", margin: "0 0 12px", color: light["ink-soft"] } as const;

export function MailContent({ parts, frame }: MailProps) {
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
      {amount && <FactRow label={amount.label} value={amount.value} large />}
      {facts.map(({ label, value }) => (
        <FactRow key={label} label={label} value={value} />
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
  label: string;
  value: string;
  large?: boolean;
}

function FactRow({ label, value, large = false }: FactRowProps) {
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

export interface MailFrame {
  texts: PageTexts;
  appUrl: string;
  company: Company;
}

export function frameOf(env: Env, texts: PageTexts): MailFrame {
  return { texts, appUrl: env.APP_URL, company: companyOf(env) };
}

/** Footer texts, and a function that makes a path absolute in the mail's language. */
export function footerOf({ texts: { text, locale }, appUrl, company }: MailFrame) {
  const { name, cnpj, address, supportEmail } = company;
  const named = [name, cnpj && `CNPJ ${cnpj}`].filter(Boolean).join(" · ");
  return {
    help: text(supportEmail ? "mails.questionsReply" : "mails.questions"),
    company: [named, address].filter((line): line is string => Boolean(line)),
    urlOf: (path: string) => appUrl + localizePath(path, locale),
  };
}

export interface MailProps {
  parts: MailParts;
  frame: MailFrame;
}
