import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { detailTexts } from './detail-texts.ts';
import { ticketsTexts } from './tickets-texts.ts';
import type { TicketDetail } from './tickets.api.ts';
import type { TicketValues } from './ticket-values.ts';

type StaleTicketProps = {
  stored: TicketDetail;
  mine: TicketValues;
  onKeepMine: () => void;
  onTakeStored: () => void;
};

/** What somebody else has saved meanwhile beside what was typed: which of the two shall stand? */
export function StaleTicket({ stored, mine, onKeepMine, onTakeStored }: StaleTicketProps) {
  const t = useTexts(detailTexts);
  const list = useTexts(ticketsTexts);
  const lines = [
    [t('form.title'), mine.title, stored.title],
    [t('form.description'), mine.description, stored.description],
    [t('form.priority'), list(`priority.${mine.priority}`), list(`priority.${stored.priority}`)],
  ].filter(([, typed, kept]) => typed !== kept);
  return (
    <Banner tone="warning" title={t('stale.title')} className="mb-4">
      <table className="my-2 w-full text-left text-sm">
        <thead>
          <tr>
            <th className="pr-3 font-medium">{t('stale.field')}</th>
            <th className="pr-3 font-medium">{t('stale.mine')}</th>
            <th className="font-medium">{t('stale.stored')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([field, typed, kept]) => (
            <tr key={field} className="align-top">
              <th className="pr-3 font-normal">{field}</th>
              <td className="pr-3 whitespace-pre-wrap wrap-anywhere">{typed}</td>
              <td className="whitespace-pre-wrap wrap-anywhere">{kept}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <span className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={onKeepMine}>
          {t('stale.keepMine')}
        </Button>
        <Button variant="outline" size="sm" onClick={onTakeStored}>
          {t('stale.takeStored')}
        </Button>
      </span>
    </Banner>
  );
}
