import { BIN_DAYS } from '@atalaya/contract/limits';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { binWayTexts } from './bin-way.es.ts';

/** The list that has the bin. */
type InList = { to: '/admin/users' | '/admin/companies' | '/admin/tickets' | '/admin/plans' };
/** Over a dialog that has a bin of its own, as the canned replies: shows that one. */
type InDialog = { onShow: () => void };
/** `onLeave` closes the dialog in which the sentence is. */
type BinNoteProps = { onLeave: () => void } & (InList | InDialog);

const LINK = 'press-around relative inline-block text-primary-ink underline';

/** 'Se puede deshacer durante 30 días desde la papelera', which it leads to. */
export function BinNote({ onLeave, ...bin }: BinNoteProps) {
  const t = useTexts(binWayTexts);
  const show = (onShow: () => void) => {
    onLeave();
    onShow();
  };
  return (
    <>
      {'to' in bin && bin.to === '/admin/plans' ? t('undoable') : t('undoableFor', { days: BIN_DAYS })}{' '}
      {'to' in bin ? (
        <Link to={bin.to} search={{ bin: 'true' }} className={LINK} onClick={onLeave}>
          {t('fromBin')}
        </Link>
      ) : (
        <button type="button" className={LINK} onClick={() => show(bin.onShow)}>
          {t('fromBin')}
        </button>
      )}
      .
    </>
  );
}
