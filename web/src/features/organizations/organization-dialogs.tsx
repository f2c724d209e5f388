import { useTexts } from '../../platform/messages/use-texts.ts';
import { LoadedDialog } from '../../shared/loading-dialog.tsx';
import { organizationQuery } from '../../shared/use-organization-name.ts';
import type { OrganizationHandlers } from './organization-actions.tsx';
import { OrganizationDetail } from './organization-detail.tsx';
import { OrganizationForm } from './organization-form.tsx';
import { OrganizationRemoval } from './organization-removal.tsx';
import { organizationsTexts } from './organizations.es.ts';
import type { Organization } from './organizations.api.ts';

type OrganizationDialogsProps = {
  /** Ids from the address, '' for none; `edited` may be 'new'. */
  viewed: string;
  edited: string;
  removed: Organization | null;
  handlers: OrganizationHandlers;
  onClose: () => void;
  onRemovalClose: () => void;
};

/** Detail, form and removal: one at a time. */
export function OrganizationDialogs(props: OrganizationDialogsProps) {
  const { viewed, edited, removed, handlers, onClose, onRemovalClose } = props;
  const t = useTexts(organizationsTexts);
  if (removed)
    return <OrganizationRemoval organization={removed} onClose={onRemovalClose} onRemoved={onClose} />;
  if (edited === 'new') return <OrganizationForm organization={null} fields="all" onClose={onClose} />;
  return (
    <LoadedDialog
      key={edited || viewed}
      // Read afresh: the form must edit the current values, not those that the list showed a while ago.
      query={{ ...organizationQuery(edited || viewed), gcTime: 0 }}
      title={t('columns.organization')}
      closeLabel={t('close')}
      loading={t('loading')}
      gone={{ title: t('gone.title'), text: t('notFound'), all: t('gone.all') }}
      failed={t('organizationFailed')}
      onClose={onClose}
    >
      {(organization) =>
        edited ? (
          <OrganizationForm organization={organization} fields="all" onClose={onClose} />
        ) : (
          <OrganizationDetail organization={organization} handlers={handlers} onClose={onClose} />
        )
      }
    </LoadedDialog>
  );
}
