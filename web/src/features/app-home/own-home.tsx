import { Badge } from '@atalaya/ui/badge';
import { buttonClass } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { AwaitsNetwork } from '../../shared/awaits-network.tsx';
import { TICKET_TONES } from '../../shared/status-tones.ts';
import { useNewsOf } from '../../shared/use-live-list.ts';
import { type AppHome, type Company, appHomeQuery } from './app-home.api.ts';
import { appHomeTexts } from './app-home.es.ts';
import { Contacts } from './contacts.tsx';
import { MyAccess } from './my-access.tsx';
import { NotLoaded } from './not-loaded.tsx';

/** What waits for one, the own tickets, the own company and account. */
export function OwnHome() {
  const { two_factor } = useSession();
  return two_factor === 'required' ? <FactorFirst /> : <Home />;
}

/** Until there is a second factor nothing else is answered. */
function FactorFirst() {
  const t = useTexts(appHomeTexts);
  return (
    <Card title={t('factor.title')} description={t('factor.text')}>
      <Link to="/admin/two-factor" search={{ redirect: '/app' }} className={buttonClass({})}>
        {t('factor.action')}
      </Link>
    </Card>
  );
}

function Home() {
  const t = useTexts(appHomeTexts);
  const { organization_id } = usePermissions();
  const { data, isError, error, refetch } = useQuery(appHomeQuery(organization_id));
  useNewsOf(['tickets', 'organizations'], () => void refetch());
  // In one piece: a card that grows would move those below it.
  if (data === undefined && !isError)
    return (
      <>
        <AwaitsNetwork className="mb-4" />
        <div role="status" aria-label={t('loading')} className="grid gap-4 lg:grid-cols-[1fr_22rem]">
          <Skeleton className="h-96" />
          <Skeleton className="h-96" />
        </div>
      </>
    );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[1fr_22rem]">
      <div className="grid min-w-0 gap-4">
        {data ? (
          <>
            <Waiting home={data} />
            <OwnTickets tickets={data.tickets} />
          </>
        ) : (
          <NotLoaded text={t('loadFailed')} error={error} onRetry={refetch} />
        )}
      </div>
      <div className="grid min-w-0 gap-4">
        {data ? <OwnCompany company={data.organization} /> : null}
        <OwnAccount />
        <MyAccess company={data?.organization} />
      </div>
    </div>
  );
}

function Waiting({ home: { waiting, invitations } }: { home: AppHome }) {
  const t = useTexts(appHomeTexts);
  const format = useFormat();
  return (
    <Card title={t('waiting.title')}>
      {waiting.length + invitations.length === 0 ? (
        <p className="text-muted">{t('waiting.empty')}</p>
      ) : (
        <ul>
          {invitations.map(({ id, organization_name: organization, expires_at, token }) => (
            <Row
              key={id}
              link={
                <Link
                  to="/invitation/accept/$token"
                  params={{ token }}
                  className="card-link block truncate font-medium"
                >
                  {t('waiting.invitation', { organization })}
                </Link>
              }
              note={t('waiting.until', { date: format.date(expires_at) })}
            />
          ))}
          {waiting.map(({ id, title, why }) => (
            <Row key={id} link={<TicketLink id={id} title={title} />} note={t(`waiting.${why}`)} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function OwnTickets({ tickets }: { tickets: AppHome['tickets'] }) {
  const t = useTexts(appHomeTexts);
  const format = useFormat();
  const { may } = usePermissions();
  if (!may('tickets.read')) return null;
  return (
    <Card
      title={t('tickets.title')}
      actions={
        may('tickets.create') ? (
          <Link to="/admin/tickets" search={{ ticket: 'new' }} className={buttonClass({ size: 'sm' })}>
            {t('tickets.create')}
          </Link>
        ) : null
      }
      footer={
        tickets.length ? (
          <Link
            to="/admin/tickets"
            className="press-around relative font-medium text-primary-ink hover:underline"
          >
            {t('tickets.all')}
          </Link>
        ) : null
      }
    >
      {tickets.length ? (
        <ul>
          {tickets.map(({ id, number, title, status, created_at }) => (
            <Row
              key={id}
              link={<TicketLink id={id} title={title} />}
              note={t('tickets.number', { number: `#${number}`, when: format.days(created_at) })}
            >
              <Badge tone={TICKET_TONES[status]} dot>
                {t(`tickets.status.${status}`)}
              </Badge>
            </Row>
          ))}
        </ul>
      ) : (
        <>
          <p>{t('tickets.empty')}</p>
          <p className="text-muted">{t('tickets.emptyHelp')}</p>
        </>
      )}
    </Card>
  );
}

function TicketLink({ id, title }: { id: string; title: string }) {
  return (
    <Link to="/admin/tickets" search={{ ticket: id }} className="card-link block truncate font-medium">
      {title}
    </Link>
  );
}

function Row({ link, note, children }: { link: ReactNode; note: string; children?: ReactNode }) {
  return (
    <li className="relative flex min-h-11 items-center gap-3 border-b border-line py-2 last:border-0 hover:bg-hover">
      <div className="min-w-0 flex-1">
        {link}
        <p className="text-sm text-muted">{note}</p>
      </div>
      {children}
    </li>
  );
}

function OwnCompany({ company }: { company: Company | null }) {
  const t = useTexts(appHomeTexts);
  const { role } = usePermissions();
  if (company === null && role === 'super_admin') return null;
  return (
    <Card title={t('company.title')}>
      {company === null ? (
        <p className="text-pretty text-muted">{t('company.none')}</p>
      ) : (
        <>
          <p className="text-lg font-semibold break-words">{company.name}</p>
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            <dt className="text-muted">{t('company.plan')}</dt>
            <dd className="min-w-0 break-words">{company.plan_name}</dd>
            <dt className="text-muted">{t('company.contact')}</dt>
            <dd className="min-w-0">
              {company.admins.length ? <Contacts people={company.admins} /> : t('company.noAdmins')}
            </dd>
          </dl>
        </>
      )}
    </Card>
  );
}

function OwnAccount() {
  const t = useTexts(appHomeTexts);
  return (
    <Card title={t('account.title')}>
      <ul className="-my-2">
        {(['profile', 'security', 'sessions', 'notifications'] as const).map((tab) => (
          <li key={tab}>
            <Link
              to="/admin/profile"
              search={tab === 'profile' ? {} : { tab }}
              className="flex min-h-11 items-center font-medium text-primary-ink hover:underline"
            >
              {t(`account.${tab}`)}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
