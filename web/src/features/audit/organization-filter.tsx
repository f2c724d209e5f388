import { Combobox, type ComboboxOption } from '@atalaya/ui/combobox';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { dialogsTexts } from '../../shared/dialogs-texts.ts';
import { auditTexts } from './audit-texts.ts';
import { organizationQuery } from './audit.api.ts';

async function load(search: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const query = search.trim() === '' ? {} : { search: search.trim() };
  const { items } = await call('listOrganizations', { query, signal });
  return items.map(({ id, name, slug }) => ({ value: id, label: name, description: slug }));
}

/** One organization of all; the address holds its id, and its name is asked for. */
export function OrganizationFilter({ id, onChange }: { id: string; onChange: (id: string) => void }) {
  const t = useTexts(auditTexts);
  const picker = useTexts(dialogsTexts);
  const { data } = useQuery({ ...organizationQuery(id), enabled: id !== '' });
  return (
    <Combobox
      hideLabel
      reserveLine={false}
      className="w-52"
      load={load}
      value={id === '' ? null : { value: id, label: data?.name ?? '…' }}
      onValueChange={(option) => onChange(option?.value ?? '')}
      texts={{
        label: t('filters.organization'),
        placeholder: t('filters.organizationPlaceholder'),
        loading: picker('organization.loading'),
        empty: picker('organization.empty'),
        failed: picker('organization.failed'),
        clear: picker('organization.clear'),
      }}
    />
  );
}
