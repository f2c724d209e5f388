import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../../platform/format.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { knowsPasskeys } from './passkeys.ts';
import { ReadFailed } from '../../../shared/read-failed.tsx';
import { AddFactorDialog, RecoveryCodesDialog } from '../two-factor/add-factor-dialog.tsx';
import { RemovePasskeyDialog, RenamePasskeyDialog } from '../two-factor/factor-dialogs.tsx';
import { type Passkey, passkeysQuery } from '../two-factor/two-factor.api.ts';
import { twoFactorTexts } from '../two-factor/two-factor.es.ts';

type Open =
  | { what: 'add' }
  | { what: 'codes'; codes: string[] }
  | { what: 'rename' | 'remove'; passkey: Passkey }
  | null;

/** One's own passkeys. */
export function PasskeysCard() {
  const t = useTexts(twoFactorTexts);
  const { data, error, refetch } = useQuery(passkeysQuery);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <Card
      title={t('passkeys.title')}
      description={t('passkeys.description')}
      actions={
        knowsPasskeys() ? (
          <Button variant="outline" size="sm" onClick={() => setOpen({ what: 'add' })}>
            {t('passkeys.add')}
          </Button>
        ) : null
      }
    >
      {data ? <List items={data.items} onOpen={setOpen} /> : null}
      {!data && error ? <ReadFailed error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton className="h-5 w-full" />}
      {open?.what === 'add' ? (
        <AddFactorDialog
          kind="passkey"
          onCodes={(codes) => setOpen({ what: 'codes', codes })}
          onClose={close}
        />
      ) : null}
      {open?.what === 'codes' ? <RecoveryCodesDialog codes={open.codes} onClose={close} /> : null}
      {open?.what === 'rename' ? <RenamePasskeyDialog passkey={open.passkey} onClose={close} /> : null}
      {open?.what === 'remove' ? <RemovePasskeyDialog passkey={open.passkey} onClose={close} /> : null}
    </Card>
  );
}

function List({ items, onOpen }: { items: Passkey[]; onOpen: (open: Open) => void }) {
  const t = useTexts(twoFactorTexts);
  if (items.length === 0)
    return (
      <p className="text-muted">
        {t('passkeys.none')} {knowsPasskeys() ? null : t('passkeys.unsupported')}
      </p>
    );
  return (
    <ul aria-label={t('passkeys.label')} className="divide-y divide-line">
      {items.map((passkey) => (
        <Item key={passkey.id} passkey={passkey} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function Item({ passkey, onOpen }: { passkey: Passkey; onOpen: (open: Open) => void }) {
  const t = useTexts(twoFactorTexts);
  const format = useFormat();
  const { name, created_at, last_used_at } = passkey;
  const used = last_used_at
    ? t('passkeys.used', { date: format.dateTime(last_used_at) })
    : t('passkeys.unused');
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <KeyRound size={20} aria-hidden className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{name}</p>
        <p className="text-sm text-muted">{`${t('passkeys.added', { date: format.date(created_at) })} · ${used}`}</p>
      </div>
      <Button
        variant="ghost"
        size="sm"
        iconOnly
        aria-label={t('passkeys.renameOne', { name })}
        onClick={() => onOpen({ what: 'rename', passkey })}
      >
        <Pencil size={16} />
      </Button>
      <Button
        variant="ghost"
        size="sm"
        iconOnly
        aria-label={t('passkeys.removeOne', { name })}
        onClick={() => onOpen({ what: 'remove', passkey })}
      >
        <Trash2 size={16} />
      </Button>
    </li>
  );
}
