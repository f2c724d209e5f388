import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { useMutation } from '@tanstack/react-query';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../platform/notify.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { FactList } from '../fact-list.tsx';
import { useBillingFormat } from '../use-billing-format.ts';
import { errorText } from './record-state.tsx';
import { sendingTexts } from './sending.es.ts';
import { type Verifactu, sendRecords, useVerifactuChanged } from './verifactu.api.ts';

/** How far sending has come, and what keeps records from being sent. */
export function SendingCard({ sending, is_on }: Verifactu) {
  const t = useTexts(sendingTexts);
  const { number, dateTime } = useBillingFormat();
  const { may } = usePermissions();
  const { waiting, rejected, failures, last_sent_at, next_at } = sending;
  return (
    <Card
      title={t('title')}
      description={is_on ? undefined : t('off')}
      actions={is_on && waiting > 0 && may('verifactu.update') ? <SendButton /> : null}
    >
      <div className="grid gap-4">
        <Problem sending={sending} />
        <FactList
          wide
          facts={[
            [t('waiting'), number(waiting)],
            [t('rejected'), number(rejected)],
            [t('lastSent'), last_sent_at ? dateTime(last_sent_at) : t('never')],
            [t('failures'), number(failures)],
            ...(waiting > 0 ? [[t('next'), dateTime(next_at)] as const] : []),
          ].map(([label, value]) => [label, value])}
        />
      </div>
    </Card>
  );
}

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
