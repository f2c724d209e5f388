import { Card } from '@atalaya/ui/card';
import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { type accessEs, accessTexts } from './access.es.ts';
import { accessOf } from './access-lines.ts';
import { Contacts } from './contacts.tsx';
import { type Company, appHomeQuery } from './app-home.api.ts';

type Line = keyof typeof accessEs.lines;

/** 'Mis accesos': what one may do here and what not, in words, and whom to ask for more. */
export function MyAccess({ company }: { company: Company | null | undefined }) {
  const t = useTexts(accessTexts);
  const { role, organization_id, organization_status, isReadOnly } = usePermissions();
  const { may, mayNot } = accessOf({ role, organization_id, organization_status });
  const belongs = organization_id !== null || role === 'super_admin';
  return (
    <Card title={t('title')}>
      <div className="grid gap-3">
        {isReadOnly ? <p className="text-pretty">{t('readOnly')}</p> : null}
        <Lines title={t('may')} lines={may} are="allowed" />
        {belongs && mayNot.length ? <Lines title={t('mayNot')} lines={mayNot} are="missing" /> : null}
        {role === 'super_admin' ? <p className="text-muted">{t('everything')}</p> : null}
        {role === 'user' && company?.admins.length ? (
          <div>
            <p className="text-pretty text-muted">{t('ask')}</p>
            <Contacts people={company.admins} />
          </div>
        ) : null}
        {role === 'admin' || (role === 'user' && company?.admins.length === 0) ? (
          <p className="text-pretty text-muted">{t('askSupport')}</p>
        ) : null}
      </div>
    </Card>
  );
}

/** The same where nothing else of the home is shown. Whom to ask is left out where it cannot be read. */
export function OwnAccess() {
  const { organization_id } = usePermissions();
  return <MyAccess company={useQuery(appHomeQuery(organization_id)).data?.organization} />;
}

function Lines({ title, lines, are }: { title: string; lines: Line[]; are: 'allowed' | 'missing' }) {
  const t = useTexts(accessTexts);
  const Icon = are === 'allowed' ? Check : X;
  return (
    <div>
      <h3 className="text-sm font-medium">{title}</h3>
      <ul className="mt-1 grid gap-1">
        {lines.map((line) => (
          <li key={line} className={`flex gap-2 ${are === 'missing' ? 'text-muted' : ''}`}>
            <Icon
              size={16}
              aria-hidden
              className={`mt-0.5 shrink-0 ${are === 'allowed' ? 'text-success-ink' : ''}`}
            />
            <span className="min-w-0 text-pretty">{t(`lines.${line}`)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
