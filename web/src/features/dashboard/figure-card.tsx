import { numberFormat } from '@atalaya/contract/formats';
import { Button } from '@atalaya/ui/button';
import { StatCard } from '@atalaya/ui/stat-card';
import { Link } from '@tanstack/react-router';
import {
  Building2,
  CircleCheck,
  CircleDot,
  DollarSign,
  LifeBuoy,
  LoaderCircle,
  Mail,
  Receipt,
  Ticket,
  UserCheck,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { type Format, useFormat } from '../../platform/format.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { changeOf } from '../../shared/change-of.ts';
import { linkOf } from './dashboard-layout.ts';
import { dashboardTexts } from './dashboard.es.ts';
import type { CardKey, Figure } from './dashboard.api.ts';

const ICONS: Record<CardKey, ReactNode> = {
  money: <DollarSign size={16} />,
  signed_in: <Users size={16} />,
  new_clients: <Building2 size={16} />,
  sales: <Receipt size={16} />,
  seats: <Users size={16} />,
  active_users: <UserCheck size={16} />,
  pending_invitations: <Mail size={16} />,
  open_tickets: <CircleDot size={16} />,
  in_progress_tickets: <LoaderCircle size={16} />,
  resolved_tickets: <CircleCheck size={16} />,
  own_tickets: <Ticket size={16} />,
};

/** Those that are compared with the week before. */
const CHANGING = new Set<CardKey>(['money', 'signed_in', 'new_clients', 'sales']);

type FigureCardProps = {
  name: CardKey;
  /** undefined: not here yet; null: it could not be read. */
  figure: Figure | null | undefined;
  /** The day on which it was counted, once that is known. */
  today: string | undefined;
  onRetry: () => void;
};

/** One figure, which opens the list behind it. */
export function FigureCard({ name, figure, today, onRetry }: FigureCardProps) {
  const t = useTexts(dashboardTexts);
  const format = useFormat();
  const { language } = useLanguage();
  const label = (
    <Link {...linkOf(name, figure, today)} className="card-link">
      {t(`cards.${name}`)}
    </Link>
  );
  const room = CHANGING.has(name) ? { change: null } : {};
  const shared = { label, icon: ICONS[name], ...room };
  if (figure === undefined) return <StatCard {...shared} loading caption="" />;
  if (figure === null)
    return (
      <StatCard
        {...shared}
        icon={<LifeBuoy size={16} />}
        caption={t('failed')}
        value={
          <Button size="sm" variant="outline" className="relative z-10" onClick={onRetry}>
            {t('retry')}
          </Button>
        }
      />
    );
  const change = figure.before === null ? null : changeOf(figure.value, figure.before);
  return (
    <StatCard
      {...shared}
      value={written(format, figure, figure.value)}
      caption={
        figure.limit === null ? t(`captions.${name}`) : t('limited', { limit: format.number(figure.limit) })
      }
      {...(change
        ? {
            trend: change.trend,
            change:
              change.ratio === null
                ? `+${written(format, figure, figure.value)}`
                : signed(language).format(change.ratio),
          }
        : {})}
    />
  );
}

const signed = (language: string) =>
  numberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });

/** A value of a figure or a series as its unit writes it. */
export function written(format: Format, { currency }: { currency: string | null }, value: number): string {
  return currency === null ? format.number(value) : format.money(value, currency);
}
