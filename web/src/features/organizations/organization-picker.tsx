import type { ComboboxOption } from '@atalaya/ui/combobox';
import { Skeleton } from '@atalaya/ui/skeleton';
import { call } from '../../platform/api/call.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { dialogsTexts } from '../../shared/dialogs.es.ts';
import { useOrganizationName } from '../../shared/use-organization-name.ts';

/** A list that one searches in is heavy, and few choose among all organizations. */
const Combobox = lazyPart(() => import('@atalaya/ui/combobox'), 'Combobox');

type OrganizationPickerProps = {
  value: ComboboxOption | null;
  onValueChange: (value: ComboboxOption | null) => void;
  onBlur?: () => void;
  error?: string | undefined;
  hint?: string | undefined;
  label?: string;
  placeholder?: string;
  disabled?: boolean;
  /** As in a filter bar: the label is for screen readers alone. */
  bare?: boolean;
  className?: string;
};

/** The first of those whose name holds what was typed. */
export async function loadOrganizations(search: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const query = search.trim() === '' ? {} : { search: search.trim() };
  const { items } = await call('listOrganizations', { query, signal });
  return items.map(({ id, name, slug }) => ({ value: id, label: name, description: slug }));
}

/** One organization of all, found by name: for a super_admin. */
export function OrganizationPicker(props: OrganizationPickerProps) {
  const { label, placeholder, bare = false, className, ...rest } = props;
  const t = useTexts(dialogsTexts);
  const texts = {
    label: label ?? t('organization.label'),
    placeholder: placeholder ?? t('organization.placeholder'),
    loading: t('organization.loading'),
    empty: t('organization.empty'),
    failed: t('organization.failed'),
    retry: t('organization.retry'),
    clear: t('organization.clear'),
  };
  return (
    <div className={className}>
      <Combobox
        fallback={<Place label={bare ? null : texts.label} hint={rest.hint} />}
        {...rest}
        load={loadOrganizations}
        required={!bare}
        hideLabel={bare}
        texts={texts}
      />
    </div>
  );
}

/** As high as the field that comes. */
function Place({ label, hint }: { label: string | null; hint: string | undefined }) {
  if (label === null) return <Skeleton className="h-9 pointer-coarse:h-11" />;
  return (
    <>
      <span className="field-label">{label}</span>
      <Skeleton className="h-9 pointer-coarse:h-11" />
      {hint ? <p className="mt-1 text-sm text-muted">{hint}</p> : null}
    </>
  );
}

type OrganizationFilterProps = { id: string; onChange: (id: string) => void; className?: string };

/** One organization of all to filter by, or ''; the address holds its id, and its name is asked for. */
export function OrganizationFilter({ id, onChange, className = 'w-full sm:w-52' }: OrganizationFilterProps) {
  const t = useTexts(dialogsTexts);
  const label = useOrganizationName(id);
  return (
    <OrganizationPicker
      bare
      className={className}
      placeholder={t('organization.all')}
      value={id === '' ? null : { value: id, label }}
      onValueChange={(option) => onChange(option?.value ?? '')}
    />
  );
}
