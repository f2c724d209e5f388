import { Badge } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { useMutation } from '@tanstack/react-query';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../platform/notify.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { useOpenTitle } from '../../../shared/use-open-title.ts';
import { FactList } from '../../../shared/fact-list.tsx';
import { useBillingFormat } from '../use-billing-format.ts';
import {
  type BankEntry,
  type BankStatementDetail,
  confirmEntries,
  useStatementsChanged,
} from './bank-statements.api.ts';
import { bankStatementsTexts } from './bank-statements.es.ts';

type Match = BankEntry['matches'][number];
type Chosen = { id: string } & Pick<Match, 'kind' | 'target_id'>;

const chosen = ({ id }: BankEntry, { kind, target_id }: Match): Chosen => ({ id, kind, target_id });

/** What each entry seems to be: confirmed one by one, or all that are certain at once. */
export function StatementDialog({
  statement,
  onClose,
}: {
  statement: BankStatementDetail;
  onClose: () => void;
}) {
  const t = useTexts(bankStatementsTexts);
  const { may } = usePermissions();
  const { day, money } = useBillingFormat();
  const changed = useStatementsChanged();
  const notifyFailure = useNotifyFailure();
  const { mutate, isPending } = useMutation({
    mutationFn: (entries: Chosen[]) => confirmEntries(statement.id, entries),
    onSuccess: (_, entries) => notify.success(t('confirmed', { count: entries.length })),
    onError: (error) => notifyFailure(error),
    onSettled: changed,
  });
  const certain = statement.items.flatMap((entry) => {
    const match = entry.matches.find(({ is_certain }) => is_certain);
    return match ? [chosen(entry, match)] : [];
  });
  useOpenTitle(statement.reference);
  const mayConfirm = may('bankStatements.update');
  return (
    <Modal
      open
      onClose={onClose}
      size="xl"
      title={statement.reference}
      description={statement.account}
      closeLabel={t('close')}
      startsAtTitle
      footer={
        mayConfirm && certain.length > 0 ? (
          <Button busy={isPending} onClick={() => mutate(certain)}>
            {t('confirmAll', { count: String(certain.length) })}
          </Button>
        ) : null
      }
    >
      <div className="grid gap-6">
        <FactList
          wide
          facts={[
            [t('fields.closedOn'), day(statement.closed_on)],
            [t('fields.opening'), money(statement.opening_cents, 'EUR')],
            [t('fields.closing'), money(statement.closing_cents, 'EUR')],
          ]}
        />
        <ul aria-label={t('fields.entries')} className="divide-y divide-line border-t border-line">
          {statement.items.map((entry) => (
            <EntryItem
              key={entry.id}
              entry={entry}
              busy={isPending}
              onConfirm={mayConfirm ? (match) => mutate([chosen(entry, match)]) : null}
            />
          ))}
        </ul>
      </div>
    </Modal>
  );
}

type EntryItemProps = { entry: BankEntry; busy: boolean; onConfirm: ((match: Match) => void) | null };

function EntryItem({ entry, busy, onConfirm }: EntryItemProps) {
  const t = useTexts(bankStatementsTexts);
  const { day, money } = useBillingFormat();
  const { party_name, text, return_code, settled_as } = entry;
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-medium wrap-anywhere">{party_name ?? t('none')}</p>
          <p className="text-sm wrap-anywhere text-muted">
            {[day(entry.booked_on), return_code && t('entry.return', { code: return_code }), text]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <span className="font-medium tabular-nums">{money(entry.amount_cents, 'EUR')}</span>
      </div>
      {settled_as === null ? null : (
        <p className="text-sm">
          <Badge tone="success">{t('entry.settled', { label: settled_as })}</Badge>
        </p>
      )}
      {settled_as === null && entry.matches.length === 0 ? (
        <p className="text-sm text-muted">{t('entry.nothing')}</p>
      ) : null}
      {entry.matches.map((match) => (
        <Proposal
          key={`${match.kind} ${match.target_id}`}
          match={match}
          busy={busy}
          onConfirm={onConfirm && (() => onConfirm(match))}
        />
      ))}
    </li>
  );
}

function Proposal({
  match,
  busy,
  onConfirm,
}: {
  match: Match;
  busy: boolean;
  onConfirm: (() => void) | null;
}) {
  const t = useTexts(bankStatementsTexts);
  const { kind, label, organization_name, reason, is_certain } = match;
  const what = t(`kinds.${kind}`, { label });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-60 text-sm wrap-anywhere">
        {[what, organization_name, t(`reasons.${reason}`)].filter(Boolean).join(' · ')}
      </p>
      <Badge tone={is_certain ? 'success' : 'warning'}>
        {t(is_certain ? 'entry.certain' : 'entry.likely')}
      </Badge>
      {onConfirm ? (
        <Button
          variant="outline"
          size="sm"
          disabled={busy}
          aria-label={t('entry.confirmOne', { what })}
          onClick={onConfirm}
        >
          {t('entry.confirm')}
        </Button>
      ) : null}
    </div>
  );
}
