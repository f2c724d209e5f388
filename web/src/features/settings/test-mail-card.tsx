import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useNotifyFailure } from '../../platform/notify.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { useSession } from '../../platform/session.ts';
import { type Trial, sendTestMail } from './settings.api.ts';
import { settingsTexts } from './settings.es.ts';

/** A mail to oneself, and what the mail server said to it. */
export function TestMailCard({ organization }: { organization: string }) {
  const t = useTexts(settingsTexts);
  const { profile } = useSession();
  const { may } = usePermissions();
  const notifyFailure = useNotifyFailure();
  const { mutate, isPending, data } = useMutation({
    mutationFn: () => sendTestMail(organization),
    onError: (error) => notifyFailure(error),
  });
  return (
    <Card title={t('mail.testTitle')} description={t('mail.testDescription', { email: profile.email })}>
      <Button
        variant="outline"
        icon={<Send size={16} />}
        busy={isPending}
        disabled={!may('settings.update')}
        onClick={() => mutate()}
      >
        {t('mail.test')}
      </Button>
      <div aria-live="polite" className="mt-3 empty:hidden">
        {data && !isPending ? <Outcome trial={data} /> : null}
      </div>
    </Card>
  );
}

function Outcome({ trial }: { trial: Trial }) {
  const t = useTexts(settingsTexts);
  const { outcome, answer, to } = trial;
  const tone = outcome === 'accepted' ? 'success' : outcome === 'outbox' ? 'info' : 'danger';
  return (
    <Banner tone={tone} title={t(`mail.${outcome}`, { to })}>
      {answer === null ? null : <code className="text-sm break-words">{answer}</code>}
    </Banner>
  );
}
