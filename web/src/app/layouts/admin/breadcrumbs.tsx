import { Breadcrumb } from '@atalaya/ui/breadcrumb';
import { Link, useLocation } from '@tanstack/react-router';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { appTexts } from '../../app.es.ts';
import { adminTexts } from './admin.es.ts';
import { breadcrumbTrail } from './breadcrumb-trail.ts';

const SEGMENTS = [
  'users',
  'companies',
  'my-companies',
  'plans',
  'billing',
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
