import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Button, ButtonLink } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { AppHeader } from "~/ui/page-frame/app-header";
import { BarItem, isCurrentItem, MenuList } from "~/ui/page-frame/area-menu";
import { Logo, LogoMark } from "~/ui/page-frame/logo";
import { Tabs } from "~/ui/tabs";
import { Thumbnail } from "~/ui/thumbnail";
import { Toasts } from "~/ui/toasts/toast";
import { render, tag } from "./render";

describe("Button", () => {
  it("submits, and is neither busy nor disabled by default", () => {
    const button = tag(render(<Button>Comprar</Button>), "button");
    expect(button).toContain('type="submit"');
    expect(button).not.toContain("aria-busy=");
    expect(button).not.toContain(" disabled=");
  });

  it("is disabled and busy while pending, and names what is in progress", () => {
    const markup = render(
      <Button pending pendingLabel="Processando…">
        Comprar
      </Button>,
    );
    expect(tag(markup, "button")).toContain('aria-busy="true"');
    expect(tag(markup, "button")).toMatch(/ disabled=""/);
    expect(markup).toContain("Processando…");
    expect(markup).not.toContain("Comprar");
    expect(markup).toContain("animate-spin");
  });

  it("becomes a link with the same style", () => {
    const link = render(
      <ButtonLink to="/marketplace" target="_blank">
        Explorar
      </ButtonLink>,
    );
    expect(tag(link, "a")).toContain('href="/marketplace"');
    expect(tag(link, "a")).toContain('target="_blank"');
  });
});

it("a confirmation is a separate page without script", () => {
  const markup = render(
    <ConfirmDialog
      trigger="Excluir"
      triggerLabel="Excluir Violão"
      fallbackTo="/creator/videos/1/delete"
      title="Excluir Vídeo"
      description="Não pode ser desfeita."
      cancelLabel="Cancelar"
    >
      <Button>Confirmar</Button>
    </ConfirmDialog>,
  );
  expect(tag(markup, "a")).toContain('href="/creator/videos/1/delete"');
  expect(tag(markup, "a")).toContain('aria-label="Excluir Violão"');
  expect(markup).not.toContain("<dialog");
  expect(markup).not.toContain("<button");
});

describe("Toasts", () => {
  it("shows at most the two newest", () => {
    const four = ["a", "b", "c", "d"].map((id) => ({ id, tone: "info" as const, title: `title ${id}` }));
    const markup = render(<Toasts toasts={four} dismissLabel="Fechar" />);
    expect(markup.match(/title \w/g)).toEqual(["title c", "title d"]);
  });

  const info = { id: "1", tone: "info" as const, title: "Redirecionando…" };
  const error = { id: "2", tone: "error" as const, title: "Erro", description: "Tente de novo." };

  it("keeps a polite region, even when it is empty", () => {
    expect(render(<Toasts toasts={[]} dismissLabel="Fechar" />)).toMatch(
      /<div role="status" aria-live="polite"[^>]*><\/div>/,
    );
  });

  it("puts success and info into the live region, where they fade", () => {
    const [, region = ""] = render(<Toasts toasts={[info]} dismissLabel="Fechar" />).split('role="status"');
    expect(region).toContain("Redirecionando…");
    expect(region).toContain("toast-fades");
    expect(region).not.toContain('role="alert"');
  });

  it("makes an error an alert that stays", () => {
    const [alert = ""] = render(<Toasts toasts={[error]} dismissLabel="Fechar" />).split('role="status"');
    expect(alert).toContain('role="alert"');
    expect(alert).toContain("Tente de novo.");
    expect(alert).not.toContain("toast-fades");
  });

  it("closes by a checkbox without script", () => {
    const markup = render(<Toasts toasts={[info, error]} dismissLabel="Fechar" />);
    expect(markup).not.toContain("<button");
    expect(markup.match(/<input type="checkbox" aria-label="Fechar"/g)).toHaveLength(2);
  });
});

it("the current tab is marked, and only that one", () => {
  const markup = render(
    <Tabs
      label="Usuários"
      items={[
        { to: "/?tab=creators", label: "Criadores", current: false },
        { to: "/?tab=consumers", label: "Consumidores", current: true },
      ]}
    />,
  );
  const [first = "", second = ""] = markup.match(/<a [^>]*>/g) ?? [];
  expect(first).not.toContain("aria-current");
  expect(second).toContain('aria-current="page"');
  expect(tag(markup, "nav")).toContain('aria-label="Usuários"');
});

it("the header marks the current page, and opens its menu without script", () => {
  const nav = [
    { to: "/creator/dashboard", label: "Painel" },
    { to: "/creator/videos", label: "Meus vídeos" },
  ];
  const markup = render(
    <AppHeader
      homeTo="/"
      nav={nav}
      barItem={(item) => <BarItem item={item} />}
      menuRows={<MenuList items={nav} />}
      navLabel="Principal"
      menuLabel="Menu"
    />,
    "/creator/videos",
  );
  const current = markup.match(/<a [^>]*aria-current="page"[^>]*>/g) ?? [];
  expect(current).toHaveLength(2);
  for (const link of current) expect(link).toContain('href="/creator/videos"');
  expect(markup).toMatch(/<details[^>]*><summary aria-label="Menu"/);
});

it.each([
  ["/admin/sales", true],
  ["/admin/sales/1", true],
  ["/admin/invoices", true],
  ["/admin/salesperson", false],
  ["/admin/audit", false],
])("the page %s is one of the sales: %s", (pathname, current) => {
  const sales = { to: "/admin/sales", label: "Vendas", covers: ["/admin/invoices"] };
  expect(isCurrentItem(sales, pathname)).toBe(current);
});

it("a picture reserves its space, and is drawn without a source", () => {
  const image = tag(render(<Thumbnail src="/files/1.webp" alt="Violão" />), "img");
  for (const attribute of ['width="640"', 'height="360"', 'loading="lazy"', 'alt="Violão"']) {
    expect(image).toContain(attribute);
  }
  const drawing = render(<Thumbnail src={null} alt="Violão" />);
  expect(drawing).not.toContain("<img");
  expect(drawing).toContain("<svg");
});

it("the logo is named once", () => {
  expect(render(<Logo />).match(/Sabiá/g)).toHaveLength(1);
  expect(tag(render(<LogoMark />), "svg")).toContain('aria-hidden="true"');
});

it("components have no inline styles, which the content security policy refuses", () => {
  const folder = new URL("../../app/ui/", import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".tsx"),
  );
  expect(sources.length).toBeGreaterThan(25);
  for (const name of sources)
    expect(readFileSync(new URL(name, folder), "utf8"), name).not.toMatch(/\bstyle=/);
});
