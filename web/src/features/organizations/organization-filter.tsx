import { useTexts } from '../../platform/messages/use-texts.ts';
import { dialogsTexts } from '../../shared/dialogs.es.ts';
import { OrganizationPicker } from './organization-picker.tsx';
import { useOrganizationName } from '../../shared/use-organization-name.ts';

/** One organization of all to filter by, or ''; the address holds its id, and its name is asked for. */
export function OrganizationFilter({ id, onChange }: { id: string; onChange: (id: string) => void }) {
  const t = useTexts(dialogsTexts);
  const label = useOrganizationName(id);
  return (
    <OrganizationPicker
      bare
      className="w-52"
      placeholder={t('organization.all')}
      value={id === '' ? null : { value: id, label }}
      onValueChange={(option) => onChange(option?.value ?? '')}
    />
  );
}
