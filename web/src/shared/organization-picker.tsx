import { Combobox, type ComboboxOption } from '@atalaya/ui/combobox';
import { call } from '../platform/api/call.ts';
import { useTexts } from '../platform/messages/use-texts.ts';
import { dialogsTexts } from './dialogs-texts.ts';

type OrganizationPickerProps = {
  value: ComboboxOption | null;
  onValueChange: (value: ComboboxOption | null) => void;
  onBlur?: () => void;
  error?: string | undefined;
  hint?: string | undefined;
  label?: string;
  disabled?: boolean;
  /** As in a filter bar: the label is for screen readers alone, and no line is kept for a message. */
  bare?: boolean;
};

/** The first of those whose name holds what was typed. */
export async function loadOrganizations(search: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const query = search.trim() === '' ? {} : { search: search.trim() };
  const { items } = await call('listOrganizations', { query, signal });
  return items.map(({ id, name, slug }) => ({ value: id, label: name, description: slug }));
}

/** One organization of all, found by name: for a super_admin. */
export function OrganizationPicker({ label, bare = false, ...rest }: OrganizationPickerProps) {
  const t = useTexts(dialogsTexts);
  return (
    <Combobox
      {...rest}
      load={loadOrganizations}
      required={!bare}
      hideLabel={bare}
      reserveLine={!bare}
      texts={{
        label: label ?? t('organization.label'),
        placeholder: t('organization.placeholder'),
        loading: t('organization.loading'),
        empty: t('organization.empty'),
        failed: t('organization.failed'),
        clear: t('organization.clear'),
      }}
    />
  );
}
