import { useTexts } from '../../platform/messages/use-texts.ts';
import { OrganizationPicker } from '../organizations/organizations.face.ts';
import { useOrganizationName } from '../../shared/use-organization-name.ts';
import { billingTexts } from './billing.es.ts';

/** One organization of all; the address holds its id, and its name is asked for. */
export function OrganizationChoice({ id, onChange }: { id: string; onChange: (id: string) => void }) {
  const t = useTexts(billingTexts);
  const label = useOrganizationName(id);
  return (
    <div className="max-w-sm">
      <OrganizationPicker
        label={t('company')}
        value={id === '' ? null : { value: id, label }}
        onValueChange={(option) => onChange(option?.value ?? '')}
      />
    </div>
  );
}
