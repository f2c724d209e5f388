import { Breadcrumb } from '../breadcrumb.tsx';
import type { ExampleProps } from './sample-texts.tsx';

export function BreadcrumbExample({ t }: ExampleProps) {
  return (
    <Breadcrumb
      label={t.page}
      items={[
        { label: t.home, link: <a href="#breadcrumb">{t.home}</a> },
        { label: t.people, link: <a href="#breadcrumb">{t.people}</a> },
        { label: 'Lucía Ortega' },
      ]}
    />
  );
}
