import { buttonClass } from '@atalaya/ui/button';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { FileLink } from '../../shared/file-link.tsx';
import { PageHeader } from '../../shared/page-header.tsx';
import { pageField, textField, useUrlState } from '../../shared/url-state.ts';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { auditTexts } from './audit.es.ts';
import { exportAddress } from './audit.api.ts';
import { ObjectHistory } from './object-history.tsx';
import { AuditDetail } from './audit-detail.tsx';

/** `object`: whose history, by id, as other screens link to it; `entry`: the change that is open. */
const fields = {
  page: pageField(),
  actor: textField(),
  action: textField(),
  object: textField(),
  organization: textField(),
  from: textField(),
  to: textField(),
  entry: textField(),
};
const NO_FILTERS = { actor: '', action: '', object: '', organization: '', from: '', to: '' };

/** 'Auditoría': every change, or for a user their own sign-ins. */
export function AuditPage() {
  const t = useTexts(auditTexts);
  const { may, scopeOf } = usePermissions();
  const [state, setState] = useUrlState(fields);
  const filter = (change: Partial<typeof NO_FILTERS>, options?: { replace: boolean }) =>
    setState({ ...change, page: 1 }, options);
  const isOwn = scopeOf('audit.list') === 'own';
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t(isOwn ? 'ownSubtitle' : 'subtitle')}
        actions={
          may('audit.export') ? (
            <FileLink href={exportAddress(state)} className={buttonClass({ variant: 'outline' })}>
              {t('export')}
            </FileLink>
          ) : null
        }
      />
      {state.object === '' ? null : (
        <ObjectHistory id={state.object} onClear={() => filter({ object: '' })} />
      )}
      <AuditFilterBar state={state} isOwn={isOwn} onChange={filter} onClear={() => filter(NO_FILTERS)} />
      <AuditPanel
        state={state}
        page={state.page}
        onPageChange={(page, options) => setState({ page }, options)}
        onOpen={(entry) => setState({ entry })}
      />
      {state.entry === '' ? null : (
        <AuditDetail
          id={state.entry}
          onClose={() => setState({ entry: '' })}
          onOpen={(entry) => setState({ entry })}
          onHistory={(object) => setState({ ...NO_FILTERS, object, page: 1, entry: '' })}
        />
      )}
    </>
  );
}
