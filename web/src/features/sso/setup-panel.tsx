import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../../platform/api/api-error.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { Fact } from './fact.tsx';
import { OurAddresses } from './our-addresses.tsx';
import { SamlFacts } from './saml-facts.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import type { Kind } from './sign-on-values.ts';
import {
  type SignOn,
  type SignOnState,
  stateOf,
  switchSignOn,
  useSignOnAnswered,
  useSignOnChanged,
} from './sso.api.ts';
import { ssoTexts } from './sso.es.ts';

const TONES: Record<SignOnState, BadgeTone> = {
  none: 'neutral',
  untested: 'warning',
  tested: 'info',
  on: 'success',
};

type SetupPanelProps = { signOn: SignOn; kind: Kind; onKind: (kind: Kind) => void };

/** How far it is, what can be done next, and what the provider has to know of us. */
export function SetupPanel({ signOn, kind, onKind }: SetupPanelProps) {
  const t = useTexts(ssoTexts);
  const { may } = usePermissions();
  const [editing, setEditing] = useState(false);
  const { settings } = signOn;
  const state = stateOf(signOn);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div role="status" className="grid min-w-0 flex-1 basis-60 justify-items-start gap-1">
          <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
          <p className="text-sm">{t(`next.${state}`)}</p>
        </div>
        {may('connections.update') ? (
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
              {t(settings ? 'change' : 'setUp')}
            </Button>
            <SwitchButton signOn={signOn} />
          </div>
        ) : null}
      </div>
      {settings?.kind === 'oidc' ? (
        <dl className="grid gap-3">
          <Fact label={t('form.issuer')} value={settings.issuer} />
          <Fact label={t('form.clientId')} value={settings.client_id} />
        </dl>
      ) : null}
      {settings?.kind === 'saml' ? <SamlFacts settings={settings} /> : null}
      <OurAddresses signOn={signOn} kind={kind} onKind={onKind} />
      {editing ? <SettingsDialog signOn={signOn} kind={kind} onClose={() => setEditing(false)} /> : null}
    </div>
  );
}

/** On, where it has been tested; off again, which is asked for. */
function SwitchButton({ signOn }: { signOn: SignOn }) {
  const t = useTexts(ssoTexts);
  const confirm = useConfirm();
  const notifyFailure = useNotifyFailure();
  const { connection_id: id, settings } = signOn;
  const answered = useSignOnAnswered(id);
  const changed = useSignOnChanged(id);
  const switching = useMutation({
    mutationFn: (is_on: boolean) => switchSignOn(id, { version: settings?.version ?? 1, is_on }),
    onSuccess: (answer, is_on) => {
      answered(answer);
      notify.success(t(is_on ? 'switchedOn' : 'switchedOff'));
    },
    onError: (error) => {
      notifyFailure(error);
      if (isApiError(error, 'object.stale')) answered(error.current as SignOn);
      else void changed();
    },
  });
  if (!settings) return null;
  const askOff = () =>
    confirm({
      title: t('confirmOff'),
      consequence: t('offConsequence'),
      confirmLabel: t('switchOff'),
      carryOut: () =>
        switching.mutateAsync(false).then(
          () => true,
          (error: unknown) => isApiError(error, 'object.stale'),
        ),
    });
  return (
    <Button
      variant={settings.is_on ? 'outline' : 'primary'}
      size="sm"
      busy={switching.isPending}
      disabled={!settings.is_on && !settings.is_tested}
      onClick={() => (settings.is_on ? void askOff() : switching.mutate(true))}
    >
      {t(settings.is_on ? 'switchOff' : 'switchOn')}
    </Button>
  );
}
