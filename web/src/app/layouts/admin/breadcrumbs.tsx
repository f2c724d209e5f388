import { Breadcrumb } from '@atalaya/ui/breadcrumb';
import { Link, useLocation } from '@tanstack/react-router';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { appTexts } from '../../app.es.ts';
import { adminTexts } from './admin.es.ts';

const SEGMENTS = [
  'users',
  'companies',
  'my-companies',
  'plans',
  'billing',
  'verifactu',
  'mandates',
  'debit-runs',
  'bank-statements',
  'tickets',
  'reports',
  'financial-reports',
  'audit',
  'transfers',
  'settings',
  'notifications',
  'profile',
] as const;

/** Where one is: Inicio, then a step per segment of the address. */
export function Breadcrumbs() {
  const t = useTexts(adminTexts);
  const { pathname } = useLocation();
  const app = useTexts(appTexts);
  const labels = {
    home: t('breadcrumb.home'),
    unknown: app('notFound.title'),
    segments: Object.fromEntries(SEGMENTS.map((segment) => [segment, t(`crumbs.${segment}`)])),
  };
  const items = breadcrumbTrail(pathname, labels).map(({ label, path }) => ({
    label,
    link: <Link to={path} />,
  }));
  return <Breadcrumb label={t('breadcrumb.label')} items={items} />;
}

type Crumb = { label: string; path: string };

/**
 * The way to an address under /admin: the root, then one step per segment, with its label of `labels`. A segment that
 * has none is no page: the way ends there, in `unknown`.
 */
export function breadcrumbTrail(
  pathname: string,
  labels: { home: string; unknown: string; segments: Readonly<Record<string, string>> },
): Crumb[] {
  const segments = pathname
    .split('/')
    .filter((segment) => segment !== '')
    .slice(1);
  const unknown = segments.findIndex((segment) => !Object.hasOwn(labels.segments, segment));
  const walked = unknown === -1 ? segments : segments.slice(0, unknown + 1);
  const steps = walked.map((segment, at) => ({
    label: at === unknown ? labels.unknown : (labels.segments[segment] ?? ''),
    path: `/admin/${segments.slice(0, at + 1).join('/')}`,
  }));
  return [{ label: labels.home, path: '/admin' }, ...steps];
}
