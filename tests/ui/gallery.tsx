import { useEffect } from "react";
import { Badge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { ConfirmPanel } from "~/ui/confirm-panel";
import { ConfirmDialog } from "~/ui/dialog";
import { EmptyState } from "~/ui/empty-state";
import { Notice } from "~/ui/notice";
import { AppHeader } from "~/ui/page-frame/app-header";
import { Container } from "~/ui/page-frame/container";
import { LogoMark } from "~/ui/page-frame/logo";
import { PageHeader } from "~/ui/page-frame/page-header";
import { SiteFooter } from "~/ui/page-frame/site-footer";
import { SkeletonCard, SkeletonGroup, SkeletonRow, SkeletonStat } from "~/ui/skeleton";
import { Spinner } from "~/ui/spinner";
import { StatCard } from "~/ui/stat-card";
import { Tabs } from "~/ui/tabs";
import { TextLink } from "~/ui/text-link";
import { Thumbnail } from "~/ui/thumbnail";
import { Toasts } from "~/ui/toasts/toast";
import { ToastProvider, useToasts } from "~/ui/toasts/toast-store";
import { GalleryForm, GalleryIcons, GallerySignIn } from "./gallery-forms";

const picture =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='640' height='360'%3E%3Crect width='640' height='360' fill='%23406a80'/%3E%3Ccircle cx='420' cy='150' r='90' fill='%23f2b949'/%3E%3Cpath d='M0 300 200 160 380 300 480 220 640 330V360H0z' fill='%2324503d'/%3E%3C/svg%3E";

const nav = [
  { to: "/creator/dashboard", label: "Painel", icon: "chart" as const },
  { to: "/creator/videos", label: "Meus vídeos", icon: "video" as const },
  { to: "/creator/upload", label: "Enviar vídeo", icon: "upload" as const },
  { to: "/creator/payments", label: "Pagamentos", icon: "wallet" as const },
];

function VideoExample({ title, src, price }: { title: string; src?: string; price: string }) {
  return (
    <Card as="article" lifts className="flex h-full flex-col">
      <Thumbnail src={src} alt="" />
      <div className="flex grow flex-col p-5">
        <h3 className="text-lg leading-snug">{title}</h3>
        <p className="mt-2 line-clamp-2 text-sm text-ink-soft">
          Do primeiro acorde à primeira música inteira, com exercícios curtos e uma música por aula.
        </p>
        <div className="mt-auto flex items-center justify-between gap-3 pt-5">
          <p className="font-display text-xl font-bold tabular-nums">{price}</p>
          <Button>Assistir</Button>
        </div>
      </div>
    </Card>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="mt-14">
      <h2 className="mb-6 text-2xl">{title}</h2>
      {children}
    </section>
  );
}

/** Every component in its states, as pages use them. */
export function GalleryPage() {
  return (
    <div className="flex min-h-dvh flex-col">
      <AppHeader
        sticky
        homeTo="/"
        nav={nav}
        navLabel="Principal"
        menuLabel="Menu"
        menuEnd={<Button variant="quiet">Sair</Button>}
        wideRight={
          <Button variant="quiet" size="small">
            Sair
          </Button>
        }
      />
      <main id="main" className="py-10">
        <Container>
          <PageHeader
            title="Meus vídeos"
            description="Seus vídeos, do mais novo ao mais antigo."
            actions={<ButtonLink to="/creator/upload">Enviar vídeo</ButtonLink>}
          />
          <Section title="Botões">
            <div className="flex flex-wrap items-center gap-3">
              <Button>Comprar</Button>
              <Button variant="secondary">Cancelar</Button>
              <Button variant="quiet">Mais tarde</Button>
              <Button variant="danger">Excluir</Button>
              <Button pending pendingLabel="Processando…">
                Comprar
              </Button>
              <Button disabled>Indisponível</Button>
              <Button variant="secondary" pending pendingLabel="Enviando…">
                Enviar
              </Button>
              <Button size="small">Pequeno</Button>
              <ButtonLink to="/marketplace" size="large">
                Explorar Conteúdos
              </ButtonLink>
            </div>
            <div className="mt-4 flex flex-wrap items-center gap-2">
              <Badge>Brasil</Badge>
              <Badge tone="success">Pago</Badge>
              <Badge tone="warn">Pendente</Badge>
              <Badge tone="danger">Falhou</Badge>
              <Badge tone="info">Processando</Badge>
              <Badge tone="brand">Seu vídeo</Badge>
              <Spinner />
            </div>
          </Section>
          <Section title="Números">
            <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
              <StatCard label="Total de vendas" value="R$ 12.480,00" icon="chart" />
              <StatCard label="Seus ganhos (85%)" value="R$ 10.608,00" icon="wallet" />
              <StatCard label="Vídeos publicados" value="14" icon="video" />
              <SkeletonStat />
            </div>
          </Section>
          <Section title="Vídeos">
            <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
              <VideoExample title="Violão para quem nunca tocou" src={picture} price="R$ 49,90" />
              <VideoExample title="Pão de fermentação natural" price="R$ 35,00" />
              <SkeletonGroup label="Carregando…">
                <SkeletonCard />
              </SkeletonGroup>
            </div>
          </Section>
          <Section title="Formulário">
            <GalleryForm />
          </Section>
          <Section title="Avisos">
            <div className="grid gap-4 lg:grid-cols-2">
              <Notice>O link de acesso expira em 1 hora.</Notice>
              <Notice tone="success" title="Configurações salvas com sucesso!">
                Suas informações de pagamento foram atualizadas.
              </Notice>
              <Notice tone="warn">Deixe o vídeo como “Não listado” no YouTube.</Notice>
              <Notice tone="danger" title="Erro">
                Erro ao carregar vendas.
              </Notice>
            </div>
          </Section>
          <Section title="Perguntas">
            <div className="mb-6 flex flex-wrap gap-3">
              <ConfirmDialog
                trigger="Excluir"
                fallbackTo="/creator/videos/1/delete"
                title="Excluir Vídeo"
                description="Esta ação não pode ser desfeita."
                cancelLabel="Cancelar"
              >
                <Button variant="danger">Excluir</Button>
              </ConfirmDialog>
              <ToastMaker />
            </div>
            <ConfirmPanel
              title="Excluir Vídeo"
              description="Esta ação não pode ser desfeita."
              cancelLabel="Cancelar"
              cancelTo="/creator/videos"
            >
              <Button variant="danger">Excluir</Button>
            </ConfirmPanel>
          </Section>
          <Section title="Listas">
            <Tabs
              label="Usuários"
              className="max-w-md"
              items={[
                { to: "/?tab=creators", label: "Criadores", current: true },
                { to: "/?tab=consumers", label: "Consumidores", current: false },
              ]}
            />
            <Card className="mt-6">
              <CardBody>
                <SkeletonRow />
                <SkeletonRow />
                <SkeletonRow />
              </CardBody>
            </Card>
            <EmptyState
              className="mt-6"
              title="Você ainda não tem vídeos"
              description="Envie o primeiro e ele aparece aqui e no marketplace."
              action={<ButtonLink to="/creator/upload">Enviar vídeo</ButtonLink>}
            />
          </Section>
          <Section title="Ícones">
            <GalleryIcons />
            <div className="mt-6 flex items-end gap-6">
              <LogoMark className="size-8" />
              <LogoMark className="size-16" />
              <LogoMark className="size-40" />
            </div>
          </Section>
        </Container>
      </main>
      <SiteFooter
        text="© 2024 Sabiá. Todos os direitos reservados."
        links={[
          <TextLink key="terms" to="/terms">
            Termos de uso
          </TextLink>,
        ]}
      />
    </div>
  );
}

function ToastMaker() {
  const { add } = useToasts();
  return (
    <Button
      type="button"
      variant="quiet"
      onClick={() =>
        add({ tone: "info", title: "Redirecionando…", description: "O checkout abre nesta página." })
      }
    >
      Avisar
    </Button>
  );
}

function MarkHydrated() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
  }, []);
  return null;
}

/** One page of the gallery, `/creator/videos` or `/sign-in`; requires a router. */
export function Gallery({ path }: { path: string }) {
  return (
    <ToastProvider>
      {path === "/sign-in" ? <GallerySignIn /> : <GalleryPage />}
      <Toasts
        dismissLabel="Fechar"
        toasts={[
          { id: "1", tone: "success", title: "Vídeo enviado com sucesso!" },
          {
            id: "2",
            tone: "error",
            title: "Erro ao processar compra",
            description: "O cartão foi recusado. Tente outro.",
          },
        ]}
      />
      <MarkHydrated />
    </ToastProvider>
  );
}
