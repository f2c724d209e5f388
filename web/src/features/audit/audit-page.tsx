import { buttonClass } from '@atalaya/ui/button';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { FileLink } from '../../shared/file-link.tsx';
import { PageHeader } from '../../shared/page-header.tsx';
import type { ReadAhead } from '../../shared/read-ahead.ts';
import { readState, useUrlState } from '../../shared/url-state.ts';
import { AuditDetail } from './audit-detail.tsx';
import { AuditList } from './audit-list.tsx';
import { ANYTHING, auditFields, auditQuery, exportAddress } from './audit.api.ts';
import { auditTexts } from './audit.es.ts';
import { ObjectHistory, RequestHistory } from './object-history.tsx';

export const readAhead: ReadAhead = ({ client, search }) => {
  const state = readState(auditFields, search);
  return client.query(auditQuery(state, state.page));
};

/** 'Auditoría': every change, newest first, as sentences; or for a user their own sign-ins. */
export function AuditPage() {
  const t = useTexts(auditTexts);
  const { may, scopeOf } = usePermissions();
  const [state, setState] = useUrlState(auditFields);
  const { object, request } = state;
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t(scopeOf('audit.list') === 'own' ? 'ownSubtitle' : 'subtitle')}
        actions={
          may('audit.export') ? (
            <FileLink href={exportAddress(state)} className={buttonClass({ variant: 'outline' })}>
              {t('export')}
            </FileLink>
          ) : null
        }
      />
      {object === '' ? null : <ObjectHistory id={object} onClear={() => setState({ object: '', page: 1 })} />}
      {request === '' ? null : <RequestHistory onClear={() => setState({ request: '', page: 1 })} />}
      <AuditList />
      {state.entry === '' ? null : (
        <AuditDetail
          id={state.entry}
          onClose={() => setState({ entry: '' })}
          onOpen={(entry) => setState({ entry })}
          onHistory={(id) => setState({ ...ANYTHING, object: id, page: 1, entry: '' })}
          onRequest={(id) => setState({ ...ANYTHING, request: id, page: 1, entry: '' })}
        />
      )}
    </>
  );
}
