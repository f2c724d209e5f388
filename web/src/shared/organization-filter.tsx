import { Combobox } from '@atalaya/ui/combobox';
import { useQuery } from '@tanstack/react-query';
import { call } from '../platform/api/call.ts';
import { useTexts } from '../platform/messages/use-texts.ts';
import { dialogsTexts } from './dialogs-texts.ts';
import { loadOrganizations } from './organization-picker.tsx';

/** One organization of all to filter by, or ''; the address holds its id, and its name is asked for. */
export function OrganizationFilter({ id, onChange }: { id: string; onChange: (id: string) => void }) {
  const t = useTexts(dialogsTexts);
  const { data } = useQuery({
    queryKey: ['organizations', 'one', id],
    queryFn: ({ signal }) => call('readOrganization', { params: { id }, signal }),
    enabled: id !== '',
  });
  return (
    <Combobox
      hideLabel
      reserveLine={false}
      className="w-52"
      load={loadOrganizations}
      value={id === '' ? null : { value: id, label: data?.name ?? '…' }}
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
