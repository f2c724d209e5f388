import type { ComboboxOption } from '@atalaya/ui/combobox';
import { Skeleton } from '@atalaya/ui/skeleton';
import { Suspense, lazy } from 'react';
import { call } from '../../platform/api/call.ts';
import { loadPart } from '../../platform/load-part.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { dialogsTexts } from '../../shared/dialogs.es.ts';

/** A list that one searches in is heavy, and few choose among all organizations. */
const Combobox = lazy(async () => ({
  default: (await loadPart(() => import('@atalaya/ui/combobox'))).Combobox,
}));

type OrganizationPickerProps = {
  value: ComboboxOption | null;
  onValueChange: (value: ComboboxOption | null) => void;
  onBlur?: () => void;
  error?: string | undefined;
  hint?: string | undefined;
  label?: string;
  placeholder?: string;
  disabled?: boolean;
  /** As in a filter bar: the label is for screen readers alone, and no line is kept for a message. */
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
      <Suspense fallback={<Place label={bare ? null : texts.label} />}>
        <Combobox
          {...rest}
          load={loadOrganizations}
          required={!bare}
          hideLabel={bare}
          reserveLine={!bare}
          texts={texts}
        />
      </Suspense>
    </div>
  );
}

/** As high as the field that comes. */
function Place({ label }: { label: string | null }) {
  if (label === null) return <Skeleton className="h-9" />;
  return (
    <>
      <span className="field-label">{label}</span>
      <Skeleton className="mb-7 h-9" />
    </>
  );
}
