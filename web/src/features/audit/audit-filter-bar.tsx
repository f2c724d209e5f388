import { Button } from '@atalaya/ui/button';
import { Select } from '@atalaya/ui/select';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { OrganizationFilter } from '../../shared/organization-filter.tsx';
import { SearchBox } from '../../shared/search-box.tsx';
import { NOUNS, nounText, verbText, verbsOf } from './audit-sentence.ts';
import { auditTexts } from './audit.es.ts';
import type { AuditFilters } from './audit.api.ts';
import { PeriodFilter } from './period-filter.tsx';
import { useAuditWords } from './use-audit-words.ts';

type Change = (change: Partial<AuditFilters>, options?: { replace: boolean }) => void;
type AuditFilterBarProps = { state: AuditFilters; isOwn: boolean; onChange: Change; onClear: () => void };

/** Who, what, whose and when. Whoever sees their own sign-ins alone chooses a period, and no more. */
export function AuditFilterBar({ state, isOwn, onChange, onClear }: AuditFilterBarProps) {
  const t = useTexts(auditTexts);
  const { profile } = useSession();
  const { actor, action, organization, from, to } = state;
  return (
    <div
      role="search"
      aria-label={t('filters.label')}
      className="mb-3 flex flex-wrap items-center gap-2 max-sm:*:grow"
    >
      {isOwn ? null : (
        <>
          <SearchBox
            label={t('filters.actor')}
            placeholder={t('filters.actorPlaceholder')}
            value={actor}
            onChange={(typed) => onChange({ actor: typed }, { replace: true })}
            className="min-w-48 flex-1 max-sm:basis-full sm:max-w-xs"
          />
          <ActionFilter value={action} onChange={(chosen) => onChange({ action: chosen })} />
        </>
      )}
      {profile.role === 'super_admin' ? (
        <OrganizationFilter id={organization} onChange={(id) => onChange({ organization: id })} />
      ) : null}
      <PeriodFilter from={from} to={to} onChange={onChange} />
      {[actor, action, organization, from, to].some((value) => value !== '') ? (
        <Button variant="ghost" onClick={onClear}>
          {t('filters.clear')}
        </Button>
      ) : null}
    </div>
  );
}

/** A noun ('Usuarios'), and once there is one, what was done to it. */
function ActionFilter({ value, onChange }: { value: string; onChange: (action: string) => void }) {
  const t = useTexts(auditTexts);
  const words = useAuditWords();
  const noun = value.split('.', 1)[0] ?? '';
  const shared = { hideLabel: true, reserveLine: false };
  return (
    <>
      <Select
        {...shared}
        label={t('filters.noun')}
        value={NOUNS.includes(noun) ? noun : 'all'}
        onValueChange={(next) => onChange(next === 'all' ? '' : next)}
        options={[
          { value: 'all', label: t('filters.allNouns') },
          ...NOUNS.map((each) => ({ value: each, label: nounText(words, each) })),
        ]}
      />
      {verbsOf(noun).length > 1 ? (
        <Select
          {...shared}
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
