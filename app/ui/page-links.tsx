import { ButtonLink } from "./button";

interface PageLink {
  to: string;
  label: string;
  reloadDocument?: boolean;
}

export function PageLinks({ first, next }: { first?: PageLink | undefined; next?: PageLink | undefined }) {
  if (!first && !next) return null;
  return (
    <div className="mt-6 flex flex-wrap justify-center gap-3">
      {first && (
        <ButtonLink to={first.to} reloadDocument={first.reloadDocument ?? false} variant="quiet">
          {first.label}
        </ButtonLink>
      )}
      {next && (
        <ButtonLink to={next.to} reloadDocument={next.reloadDocument ?? false} variant="secondary">
          {next.label}
        </ButtonLink>
      )}
    </div>
  );
}
