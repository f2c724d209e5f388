import { Button } from '@atalaya/ui/button';
import { X } from 'lucide-react';
import { useFormat } from '../platform/format.ts';
import { useTexts } from '../platform/messages/use-texts.ts';
import { listsTexts } from './lists.es.ts';
import { useOrganizationName } from './use-organization-name.ts';

const MOMENTS = ['last_login', 'created', 'resolved'] as const;
type Moment = (typeof MOMENTS)[number];

/** Days, 'YYYY-MM-DD', and the id of a company; '': not narrowed by it. */
export type Narrowing = Partial<Record<`${Moment}_from` | `${Moment}_to` | 'organization', string>>;

type NarrowedByProps = { state: Narrowing; onChange: (change: Narrowing) => void };

/** What the address narrows a list to and no control of the list shows: a chip each, which takes it away again. */
export function NarrowedBy({ state, onChange }: NarrowedByProps) {
  const t = useTexts(listsTexts);
  const days = useDays();
  return (
    <>
      {MOMENTS.map((moment) => {
        const span = days(state[`${moment}_from`], state[`${moment}_to`]);
        if (span === null) return null;
        return (
          <Chip
            key={moment}
            name={t(`narrowed.days.${moment}`, { days: span })}
            onRemove={() => onChange({ [`${moment}_from`]: '', [`${moment}_to`]: '' })}
          />
        );
      })}
      {state.organization ? (
        <CompanyChip id={state.organization} onRemove={() => onChange({ organization: '' })} />
      ) : null}
    </>
  );
}

function Chip({ name, onRemove }: { name: string; onRemove: () => void }) {
  const t = useTexts(listsTexts);
  const remove = t('narrowed.remove', { name });
  return (
    <Button
      variant="secondary"
      icon={<X size={14} aria-hidden />}
      aria-label={remove}
      title={remove}
      onClick={onRemove}
    >
      {name}
    </Button>
  );
}

function CompanyChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const t = useTexts(listsTexts);
  return <Chip name={t('narrowed.organization', { name: useOrganizationName(id) })} onRemove={onRemove} />;
}

/** One day, a span of them, or one that is open at an end; null where neither end is named. */
function useDays() {
  const t = useTexts(listsTexts);
  const format = useFormat();
  const written = (day: string) => format.date(`${day}T12:00:00`);
  return (from = '', to = '') => {
    if (from === '' && to === '') return null;
    if (to === '') return t('narrowed.since', { from: written(from) });
    if (from === '') return t('narrowed.until', { to: written(to) });
    return from === to ? written(from) : t('narrowed.between', { from: written(from), to: written(to) });
  };
}
