import type { CertificateView } from "./show-certificate.server";

export function CertificateFacts({ certificate }: { certificate: CertificateView }) {
  const { name, course, facts, note } = certificate;
  return (
    <>
      <p className="font-display text-2xl leading-tight font-extrabold [overflow-wrap:anywhere] sm:text-3xl">
        {name}
      </p>
      <p className="mt-2 text-xl font-bold [overflow-wrap:anywhere]">{course}</p>
      <dl className="mt-6 space-y-3 border-y border-line py-5">
        {facts.map(([fact, value]) => (
          <div key={fact} className="flex flex-wrap justify-between gap-x-6">
            <dt className="text-ink-soft">{fact}</dt>
            <dd className="font-semibold tabular-nums [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-ink-soft">{note}</p>
    </>
  );
}
