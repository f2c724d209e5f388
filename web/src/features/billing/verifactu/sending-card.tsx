import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { useMutation } from '@tanstack/react-query';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../platform/notify.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { FactList } from '../../../shared/fact-list.tsx';
import { useBillingFormat } from '../use-billing-format.ts';
import { errorText } from './record-state.tsx';
import { sendingTexts } from './sending.es.ts';
import { type Verifactu, sendRecords, useVerifactuChanged } from './verifactu.api.ts';

/** How far sending has come, and what keeps records from being sent; undefined: it is on its way, its place is kept. */
export function SendingCard({ verifactu }: { verifactu: Verifactu | undefined }) {
  const t = useTexts(sendingTexts);
  const { number, dateTime } = useBillingFormat();
  const { may } = usePermissions();
  const sending = verifactu?.sending;
  const of = (write: (given: Verifactu['sending']) => string) => (sending ? write(sending) : '\u00a0');
  const canSend = verifactu?.is_on && verifactu.sending.waiting > 0 && may('verifactu.update');
  return (
    <Card
      title={t('title')}
      description={verifactu === undefined ? '\u00a0' : t(verifactu.is_on ? 'on' : 'off')}
      aria-busy={verifactu === undefined}
      actions={canSend ? <SendButton /> : null}
    >
      <div className="grid gap-4">
        {sending ? <Problem sending={sending} /> : null}
        <FactList
          wide
          facts={[
            [t('waiting'), of(({ waiting }) => number(waiting))],
            [t('rejected'), of(({ rejected }) => number(rejected))],
            [t('failures'), of(({ failures }) => number(failures))],
            [t('lastSent'), of(({ last_sent_at: at }) => (at ? dateTime(at) : t('never')))],
            [
              t('next'),
              of(({ waiting, next_at: at }) =>
                waiting === 0 ? t('never') : isPast(at) ? t('soon') : dateTime(at),
              ),
            ],
          ]}
        />
      </div>
    </Card>
  );
}

/** Since when it may be sent; of what was never sent, since ever. */
const isPast = (instant: string) => Date.parse(instant) <= Date.now();

function Problem({ sending: { problem, error, failing_since } }: Pick<Verifactu, 'sending'>) {
  const t = useTexts(sendingTexts);
  const { language } = useLanguage();
  const { dateTime } = useBillingFormat();
  if (problem === null) return null;
  return (
    <Banner
      tone="danger"
      title={failing_since ? t('failingSince', { at: dateTime(failing_since) }) : t('failing')}
    >
      <p>{t(`problems.${problem}`)}</p>
      {error ? <p>{errorText(error, language)}</p> : null}
    </Banner>
  );
}

function SendButton() {
  const t = useTexts(sendingTexts);
  const changed = useVerifactuChanged();
  const notifyFailure = useNotifyFailure();
  const { mutate, isPending } = useMutation({
    mutationFn: sendRecords,
    onSuccess: () => {
      changed();
      notify.success(t('asked'));
    },
    onError: notifyFailure,
  });
  return (
    <Button variant="outline" busy={isPending} onClick={() => mutate()}>
      {t('send')}
    </Button>
  );
}
