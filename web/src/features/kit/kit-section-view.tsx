import { Card } from '@atalaya/ui/card';
import type { SampleTexts } from '@atalaya/ui/examples/sample-texts';
import { Skeleton } from '@atalaya/ui/skeleton';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import type { KitSection } from './kit-sections.ts';
import { kitTexts } from './kit.es.ts';

/** Late, since it brings the table along and is seen by few. */
const KitProps = lazy(async () => ({ default: (await import('./kit-props.tsx')).KitProps }));

type KitSectionViewProps = {
  section: KitSection;
  title: string;
  note: string;
  samples: SampleTexts;
  locale: string;
};

/** One part of the kit: its example, what one should know to use it by keyboard and ear, its code and props. */
export function KitSectionView({ section, title, note, samples, locale }: KitSectionViewProps) {
  const t = useTexts(kitTexts);
  const { Example } = section;
  return (
    <section id={section.key} aria-labelledby={`${section.key}-title`} className="scroll-mt-24">
      <h2 id={`${section.key}-title`} className="text-lg font-semibold">
        {title}
      </h2>
      <p className="mt-0.5 mb-3 text-muted">
        <strong className="font-medium text-ink">{t('accessibility')}: </strong>
        {note}
      </p>
      <Card>
        <Example t={samples} locale={locale} />
      </Card>
      <Disclosure summary={t('code')}>
        <SourceText load={section.code}>
          {(source) => <pre className="p-4 font-mono text-sm break-words whitespace-pre-wrap">{source}</pre>}
        </SourceText>
      </Disclosure>
      <Disclosure summary={t('props')}>
        {Object.entries(section.parts).map(([part, load]) => (
          <SourceText key={part} load={load}>
            {(source) => <KitProps part={part} source={source} />}
          </SourceText>
        ))}
      </Disclosure>
    </section>
  );
}

/** Closed at first; what is inside is fetched when it is opened. */
function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="mt-2 rounded-lg border border-line bg-surface"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="rounded-lg px-4 py-2 font-medium hover:bg-hover">{summary}</summary>
      {open ? <Suspense fallback={<Skeleton className="m-4 h-24" />}>{children}</Suspense> : null}
    </details>
  );
}

type SourceTextProps = {
  load: () => Promise<{ default: string }>;
  children: (source: string) => ReactNode;
};

/** Fetches the text of a source file and hands it on; a grey place holder until then. */
function SourceText({ load, children }: SourceTextProps) {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    let wanted = true;
    void load().then((file) => {
      if (wanted) setSource(file.default);
    });
    return () => {
      wanted = false;
    };
  }, [load]);
  return source === undefined ? <Skeleton className="m-4 h-24" /> : children(source);
}
