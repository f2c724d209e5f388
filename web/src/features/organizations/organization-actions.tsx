import { Eye, Pencil, Trash2 } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { RowActions } from '../../shared/row-actions.tsx';
import { organizationsTexts } from './organizations.es.ts';
import type { Organization } from './organizations.api.ts';

export type OrganizationHandlers = {
  onView: (organization: Organization) => void;
  onEdit: (organization: Organization) => void;
  onRemove: (organization: Organization) => void;
};

/** What can be done to one organization. */
export function OrganizationActions({
  organization,
  ...handlers
}: { organization: Organization } & OrganizationHandlers) {
  const t = useTexts(organizationsTexts);
  const { name } = organization;
  return (
    <RowActions
      label={t('more', { name })}
      actions={[
        {
          word: t('menu.view'),
          label: t('view', { name }),
          icon: <Eye size={16} />,
          run: () => handlers.onView(organization),
        },
        {
          word: t('menu.edit'),
          label: t('edit', { name }),
          icon: <Pencil size={16} />,
          run: () => handlers.onEdit(organization),
        },
        {
          word: t('menu.remove'),
          label: t('remove', { name }),
          icon: <Trash2 size={16} />,
          tone: 'danger',
          run: () => handlers.onRemove(organization),
        },
      ]}
    />
  );
}
