import { Select } from '@atalaya/ui/select';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { FilterSelect } from '../../shared/filter-select.tsx';
import { OrganizationFilter } from '../organizations/organizations.face.ts';
import { NOUNS, nounText, verbText, verbsOf } from './audit-sentence.ts';
import type { ShownFilters } from './audit.api.ts';
import { auditTexts } from './audit.es.ts';
import { PeriodFilter } from './period-filter.tsx';
import { useAuditWords } from './use-audit-words.ts';

type AuditFiltersProps = { state: ShownFilters; onChange: (change: Partial<ShownFilters>) => void };

/** What was done, for a super_admin whose it is, and when. */
export function AuditFilters({ state, onChange }: AuditFiltersProps) {
  const { role, scopeOf } = usePermissions();
  return (
    <>
      {scopeOf('audit.list') === 'own' ? null : (
        <ActionFilter value={state.action} onChange={(action) => onChange({ action })} />
      )}
      {role === 'super_admin' ? (
        <OrganizationFilter id={state.organization} onChange={(organization) => onChange({ organization })} />
      ) : null}
      <PeriodFilter from={state.from} to={state.to} onChange={onChange} />
    </>
  );
}

/** A noun ('Usuarios'), and once there is one, what was done to it. */
function ActionFilter({ value, onChange }: { value: string; onChange: (action: string) => void }) {
  const t = useTexts(auditTexts);
  const words = useAuditWords();
  const noun = value.split('.', 1)[0] ?? '';
  return (
    <>
      <FilterSelect
        label={t('filters.noun')}
        all={t('filters.allNouns')}
        value={NOUNS.includes(noun) ? noun : null}
        onChange={(next) => onChange(next ?? '')}
        options={NOUNS.map((each) => ({ value: each, label: nounText(words, each) }))}
      />
      {verbsOf(noun).length > 1 ? (
        <Select
          hideLabel
          label={t('filters.verb')}
          value={value}
          onValueChange={onChange}
          options={[
            { value: noun, label: t('filters.allVerbs') },
            ...verbsOf(noun).map((verb) => ({
              value: `${noun}.${verb}`,
              label: verbText(words, `${noun}.${verb}`),
            })),
          ]}
        />
      ) : null}
    </>
  );
}
