import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { OrganizationPicker } from '../../shared/organization-picker.tsx';
import { billingTexts } from './billing-texts.ts';
import { organizationQuery } from './billing.api.ts';

/** One organization of all; the address holds its id, and its name is asked for. */
export function OrganizationChoice({ id, onChange }: { id: string; onChange: (id: string) => void }) {
  const t = useTexts(billingTexts);
  const { data } = useQuery({ ...organizationQuery(id), enabled: id !== '' });
  return (
    <div className="max-w-sm">
      <OrganizationPicker
        label={t('company')}
        value={id === '' ? null : { value: id, label: data?.name ?? '…' }}
        onValueChange={(option) => onChange(option?.value ?? '')}
      />
    </div>
  );
}
