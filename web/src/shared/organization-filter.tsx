import { Combobox } from '@atalaya/ui/combobox';
import { useTexts } from '../platform/messages/use-texts.ts';
import { dialogsTexts } from './dialogs-texts.ts';
import { loadOrganizations } from './organization-picker.tsx';
import { useOrganizationName } from './use-organization-name.ts';

/** One organization of all to filter by, or ''; the address holds its id, and its name is asked for. */
export function OrganizationFilter({ id, onChange }: { id: string; onChange: (id: string) => void }) {
  const t = useTexts(dialogsTexts);
  const label = useOrganizationName(id);
  return (
    <Combobox
      hideLabel
      reserveLine={false}
      className="w-52"
      load={loadOrganizations}
      value={id === '' ? null : { value: id, label }}
      onValueChange={(option) => onChange(option?.value ?? '')}
      texts={{
        label: t('organization.label'),
        placeholder: t('organization.all'),
        loading: t('organization.loading'),
        empty: t('organization.empty'),
        failed: t('organization.failed'),
        clear: t('organization.clear'),
      }}
    />
  );
}
