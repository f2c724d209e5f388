import { PROVIDER_NAMES } from '@atalaya/contract/provider-names';
import { Button } from '@atalaya/ui/button';
import { useId, useState } from 'react';
import type { Answer } from '../../../platform/api/route-shapes.ts';
import { useFormat } from '../../../platform/format.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { LinkDialog, UnlinkDialog } from './provider-dialogs.tsx';
import { providersTexts } from './providers.es.ts';

type Way = Answer<'readWaysIn'>['providers'][number];

/** One provider: link, or unlink where that leaves another way in. */
export function LinkedAccount({ way }: { way: Way }) {
  const t = useTexts(providersTexts);
  const id = useId();
  const [open, setOpen] = useState(false);
  const { linked, configured, removable } = way;
  const provider = PROVIDER_NAMES[way.provider];
  const state = useStateText(way);
  const reason = linked && !removable ? t('lastWayIn') : linked && !configured ? t('notConfigured') : null;
  const Dialog = linked ? UnlinkDialog : LinkDialog;
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{provider}</p>
        <p className="text-sm break-words text-muted">{state}</p>
        {reason ? (
          <p id={id} className="text-sm text-muted">
            {reason}
          </p>
        ) : null}
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={t(linked ? 'unlinkOne' : 'linkOne', { provider })}
        aria-describedby={reason ? id : undefined}
        disabled={linked !== null && !removable}
        onClick={() => setOpen(true)}
      >
        {t(linked ? 'unlink' : 'link')}
      </Button>
      {open ? <Dialog provider={way.provider} onClose={() => setOpen(false)} /> : null}
    </li>
  );
}

function useStateText({ linked }: Way): string {
  const t = useTexts(providersTexts);
  const format = useFormat();
  if (!linked) return t('notLinked');
  const date = format.date(linked.linked_at);
  return linked.email ? t('linkedAs', { email: linked.email, date }) : t('linked', { date });
}
