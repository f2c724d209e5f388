import { Button } from '@atalaya/ui/button';
import { Trash2 } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { choiceField, textField, useUrlState } from '../../shared/url-state.ts';
import { binWayTexts } from './bin-way.es.ts';

const fields = { bin: choiceField(['true'], null) };
/** The pages of the list and of its bin are others: each begins with its first. */
const pagedFields = { ...fields, page: textField() };

/** Whether a list shows its bin instead of itself: in the address, so that a link leads there. */
export function useShowsBin(): boolean {
  const [{ bin }] = useUrlState(fields);
  return bin !== null;
}

/** 'Papelera': the same button on every list whose rows can be deleted, to the bin and back. */
export function BinButton() {
  const t = useTexts(binWayTexts);
  const [{ bin }, setState] = useUrlState(pagedFields);
  return (
    <Button
      variant={bin ? 'secondary' : 'outline'}
      icon={<Trash2 size={16} aria-hidden />}
      aria-pressed={bin !== null}
      onClick={() => setState({ bin: bin ? null : 'true', page: '' })}
    >
      {t('bin')}
    </Button>
  );
}
