import { VERIFACTU_RECORD_KINDS, VERIFACTU_RECORD_STATES } from '@atalaya/contract/choices';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { FilterSelect } from '../../../shared/filter-select.tsx';
import { sendingTexts } from './sending.es.ts';
import type { RecordAddress } from './use-record-address.ts';
import { verifactuTexts } from './verifactu.es.ts';

type RecordFiltersProps = {
  state: RecordAddress;
  onChange: (change: Partial<RecordAddress>) => void;
  years: number[];
};

/** Kind, what became of them, and the year. */
export function RecordFilters({ state, onChange, years }: RecordFiltersProps) {
  const t = useTexts(verifactuTexts);
  const s = useTexts(sendingTexts);
  return (
    <>
      <FilterSelect
        label={t('list.kind')}
        all={t('list.allKinds')}
        value={state.kind}
        onChange={(kind) => onChange({ kind })}
        options={VERIFACTU_RECORD_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <FilterSelect
        label={s('state')}
        all={s('allStates')}
        value={state.status}
        onChange={(status) => onChange({ status })}
        options={VERIFACTU_RECORD_STATES.map((value) => ({ value, label: s(`states.${value}`) }))}
      />
      <FilterSelect
        label={t('list.year')}
        all={t('list.allYears')}
        value={state.year || null}
        onChange={(chosen) => onChange({ year: chosen ?? '' })}
        options={years.map((value) => ({ value: String(value), label: String(value) }))}
      />
    </>
  );
}
