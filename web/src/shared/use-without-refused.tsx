import { ApiError, isApiError } from '../platform/api/api-error.ts';
import { errorText } from '../platform/messages/error-text.ts';
import { useLanguage } from '../platform/messages/language.tsx';
import { useTexts } from '../platform/messages/use-texts.ts';
import { useConfirm } from './confirm.tsx';
import { refusedTexts } from './refused.es.ts';

/**
 * Carries out a bulk action that is all or nothing. Where some rows are refused it says which and why, and goes on
 * without them if the person says so; else the refusal is thrown.
 * @param count rows that were chosen
 */
export function useWithoutRefused() {
  const t = useTexts(refusedTexts);
  const { language } = useLanguage();
  const confirm = useConfirm();
  return async <T,>(count: number, send: (skip_refused: boolean) => Promise<T>): Promise<T> => {
    try {
      return await send(false);
    } catch (error) {
      if (!isApiError(error) || !error.refused) throw error;
      const { total, rows } = error.refused;
      const rest = count - total;
      // One reason for all of them is said by the refusal itself.
      if (rest <= 0 && rows.every(({ code }) => code === error.code)) throw error;
      const reasons = await Promise.all(
        rows.map(async (row) => ({
          id: row.id,
          text: t('row', { name: row.name, reason: await errorText(new ApiError(409, row), language) }),
        })),
      );
      const goOn = await confirm({
        title: t('title', { count: total }),
        consequence: (
          <>
            {t('nothing')}
            <span role="list" className="mt-2 block max-h-60 overflow-y-auto">
              {reasons.map(({ id, text }) => (
                <span key={id} role="listitem" className="block py-1">
                  {text}
                </span>
              ))}
            </span>
            {total > rows.length ? t('more', { count: total - rows.length }) : null}
          </>
        ),
        confirmLabel: rest > 0 ? t('goOn', { count: rest }) : t('understood'),
        cancelLabel: t('leave'),
        destructive: false,
      });
      if (!goOn || rest <= 0) throw new DeclinedError(error);
      return send(true);
    }
  };
}

/** The person has read why, and does not go on: nothing more needs to be said. */
export class DeclinedError extends ApiError {
  constructor({ status, code, params, refused }: ApiError) {
    super(status, { code, params, ...(refused ? { refused } : {}) });
    this.name = 'DeclinedError';
  }
}
