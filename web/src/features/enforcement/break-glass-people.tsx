import { Badge } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { BreakGlassDialog } from './break-glass-dialog.tsx';
import {
  type BreakGlassPerson,
  type Enforcement,
  removeBreakGlass,
  useEnforcementChange,
} from './enforcement.api.ts';
import { enforcementTexts } from './enforcement.es.ts';

/** Who gets in without single sign-on while it is required. */
export function BreakGlassPeople({ enforcement }: { enforcement: Enforcement }) {
  const t = useTexts(enforcementTexts);
  const { may } = usePermissions();
  const [adding, setAdding] = useState(false);
  const { organization_id, people } = enforcement;
  return (
    <section aria-label={t('people.title')} className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-medium">{t('people.title')}</h3>
          <p className="text-sm text-muted">{t('people.hint')}</p>
        </div>
        {may('connections.enforce') ? (
          <Button variant="outline" size="sm" icon={<Plus size={14} />} onClick={() => setAdding(true)}>
            {t('people.add')}
          </Button>
        ) : null}
      </div>
      {people.length === 0 ? (
        <p className="text-muted">{t('people.none')}</p>
      ) : (
        <ul aria-label={t('people.title')} className="divide-y divide-line">
          {people.map((person) => (
            <Person key={person.id} organization={organization_id} person={person} />
          ))}
        </ul>
      )}
      {adding ? <BreakGlassDialog organization={organization_id} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}

/** Why a person cannot use emergency access yet, if so. */
const stateOf = ({ has_passkey, is_ready }: BreakGlassPerson) =>
  is_ready ? 'ready' : has_passkey ? 'noAdmin' : 'noPasskey';

function Person({ organization, person }: { organization: string; person: BreakGlassPerson }) {
  const t = useTexts(enforcementTexts);
  const { may } = usePermissions();
  const state = stateOf(person);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">{person.name}</p>
        <p className="text-sm wrap-anywhere text-muted">{person.email}</p>
      </div>
      <Badge tone={state === 'ready' ? 'success' : 'warning'}>{t(`people.${state}`)}</Badge>
      {may('connections.enforce') ? <RemoveButton organization={organization} person={person} /> : null}
    </li>
  );
}

function RemoveButton({
  organization,
  person: { id, name },
}: {
  organization: string;
  person: BreakGlassPerson;
}) {
  const t = useTexts(enforcementTexts);
  const confirm = useConfirm();
  const notifyFailure = useNotifyFailure();
  const removing = useEnforcementChange(organization, () => removeBreakGlass(organization, id));
  const ask = () =>
    confirm({
      title: t('people.confirmRemove', { name }),
      consequence: t('people.removeConsequence'),
      confirmLabel: t('people.removeConfirm'),
      carryOut: () =>
        removing.mutateAsync(undefined).then(
          () => {
            notify.success(t('people.removed'));
            return true;
          },
          (error: unknown) => {
            notifyFailure(error);
            return false;
          },
        ),
    });
  return (
    <Button
      variant="ghost"
      size="sm"
      iconOnly
      aria-label={t('people.remove', { name })}
      busy={removing.isPending}
      onClick={() => void ask()}
    >
      <Trash2 size={16} />
    </Button>
  );
}
