import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../../platform/api/route-shapes.ts';
import { useFormat } from '../../../platform/format.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { useSession } from '../../../platform/session.ts';
import { ownFactorsQuery } from './owner-proof.ts';
import { AddFactorDialog, RecoveryCodesDialog } from './add-factor-dialog.tsx';
import { DisableAppDialog, RenewCodesDialog } from './factor-dialogs.tsx';
import { twoFactorTexts } from './two-factor.es.ts';
import { ReadFailed } from '../../../shared/read-failed.tsx';

type Open = 'enable' | 'disable' | 'renew' | { codes: string[] } | null;

/** The authenticator app and the recovery codes of one's own account. */
export function TwoFactorCard() {
  const t = useTexts(twoFactorTexts);
  const { data, error, refetch } = useQuery(ownFactorsQuery);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const showCodes = (codes: string[]) => setOpen({ codes });
  return (
    <Card title={t('title')} description={t('description')}>
      {data ? <Factors data={data} onOpen={setOpen} /> : null}
      {!data && error ? <ReadFailed error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton className="h-15 w-full" />}
      {open === 'enable' ? <AddFactorDialog kind="app" onCodes={showCodes} onClose={close} /> : null}
      {open === 'disable' ? <DisableAppDialog onClose={close} /> : null}
      {open === 'renew' ? <RenewCodesDialog onClose={close} onRenewed={showCodes} /> : null}
      {typeof open === 'object' && open ? <RecoveryCodesDialog codes={open.codes} onClose={close} /> : null}
    </Card>
  );
}

type FactorsProps = { data: Answer<'readTwoFactor'>; onOpen: (open: Open) => void };

function Factors({ data, onOpen }: FactorsProps) {
  const t = useTexts(twoFactorTexts);
  const format = useFormat();
  const { two_factor } = useSession();
  const { app_since, recovery_codes_left } = data;
  return (
    <ul className="divide-y divide-line">
      <Row
        name={t('app.name')}
        text={app_since ? t('app.on', { date: format.date(app_since) }) : t('app.off')}
      >
        {app_since ? (
          <Button variant="outline" size="sm" onClick={() => onOpen('disable')}>
            {t('app.disable')}
          </Button>
        ) : (
          <Button size="sm" onClick={() => onOpen('enable')}>
            {t('app.enable')}
          </Button>
        )}
      </Row>
      {two_factor === 'on' ? (
        <Row name={t('codes.name')} text={t('codes.left', { count: recovery_codes_left })}>
          <Button variant="outline" size="sm" onClick={() => onOpen('renew')}>
            {t('codes.renew')}
          </Button>
        </Row>
      ) : null}
    </ul>
  );
}

function Row({ name, text, children }: { name: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-48 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted">{text}</p>
      </div>
      {children}
    </li>
  );
}
