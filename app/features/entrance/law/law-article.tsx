import { useLinkTo } from "~/i18n/use-locale";
import type { LawBlock, LawInline, LawText } from "./law-blocks";

interface LawArticleProps {
  text: LawText;
  contentsTitle: string;
}

export function LawArticle({ text: { intro, sections }, contentsTitle }: LawArticleProps) {
  return (
    <div className="space-y-10">
      <Blocks blocks={intro} />
      <nav
        aria-labelledby="contents"
        className="rounded-card border border-line bg-surface p-5 sm:p-6 print:hidden"
      >
        <h2 id="contents" className="text-lg">
          {contentsTitle}
        </h2>
        <ol className="mt-2 grid gap-x-8 sm:grid-cols-2">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-11 items-center font-medium underline decoration-1 underline-offset-4 hover:decoration-2"
              >
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map(({ id, title, blocks }) => (
        <section key={id} aria-labelledby={id} className="space-y-4">
          <h2 id={id} className="text-2xl">
            {title}
          </h2>
          <Blocks blocks={blocks} />
        </section>
      ))}
    </div>
  );
}

function Blocks({ blocks }: { blocks: LawBlock[] }) {
  return (
    <div className="space-y-4">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is shown whole; nothing moves in it
        <Block key={`${index}`} block={block} />
      ))}
    </div>
  );
}

function Block({ block }: { block: LawBlock }) {
  if (block.kind === "heading") return <h3 className="pt-3 text-lg">{block.text}</h3>;
  if (block.kind === "paragraph") {
    return (
      <p className="text-ink-soft">
        <Inlines parts={block.text} />
      </p>
    );
  }
  const List = block.ordered ? "ol" : "ul";
  return (
    <List className={`space-y-2 pl-6 text-ink-soft ${block.ordered ? "list-decimal" : "list-disc"}`}>
      {block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <li key={`${index}`}>
          <Inlines parts={item} />
        </li>
      ))}
    </List>
  );
}

const linkLook = "text-ink underline underline-offset-4 [overflow-wrap:anywhere] hover:decoration-2";

function Inlines({ parts }: { parts: LawInline[] }) {
  const linkTo = useLinkTo();
  return parts.map((part, index) => {
    const key = `${index}`;
    if (part.kind === "text") return part.text;
    if (part.kind === "strong")
      return (
        <strong key={key} className="font-semibold text-ink">
          {part.text}
        </strong>
      );
    const to = part.to.startsWith("/") ? linkTo(part.to).to : part.to;
    return (
      <a key={key} href={to} className={linkLook}>
        {part.text}
      </a>
    );
  });
}
