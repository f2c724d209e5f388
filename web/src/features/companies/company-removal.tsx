import { BIN_DAYS } from '@atalaya/contract/limits';
import { Button } from '@atalaya/ui/button';
import { Checkbox } from '@atalaya/ui/checkbox';
import { EmptyState } from '@atalaya/ui/empty-state';
import { Modal } from '@atalaya/ui/modal';
import { Skeleton } from '@atalaya/ui/skeleton';
import { TextInput } from '@atalaya/ui/text-input';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { errorText } from '../../platform/messages/error-text.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { companiesTexts } from './companies-texts.ts';
import {
  type Company,
  type Seats,
  companySeatsQuery,
  useDeleteCompany,
  useRestoreCompany,
} from './companies.api.ts';

type CompanyRemovalProps = { company: Company; onClose: () => void; onRemoved: () => void };

/** Asks for the name and what happens to the people, deletes, and offers the way back. */
export function CompanyRemoval({ company, onClose, onRemoved }: CompanyRemovalProps) {
  const t = useTexts(companiesTexts);
  const seats = useQuery({ ...companySeatsQuery(company.id), staleTime: 0 });
  const { remove, busy } = useRemove(company);
  const answered = (people: boolean) =>
    void remove(people).then((done) => {
      onClose();
      if (done) onRemoved();
    });
  return (
    <Modal
      open
      onClose={busy ? () => undefined : onClose}
      role="alertdialog"
      title={t('deletion.title')}
      description={t('deletion.body', { name: company.name, days: String(BIN_DAYS) })}
      closeLabel={t('deletion.cancel')}
      showCloseButton={false}
    >
      {seats.data ? (
        <Answers company={company} seats={seats.data} busy={busy} onCancel={onClose} onConfirm={answered} />
      ) : null}
      {seats.isPending ? <Skeleton className="h-24" /> : null}
      {seats.isError && !seats.data ? (
        <EmptyState
          title={t('notFound')}
          action={<Button onClick={() => void seats.refetch()}>{t('retry')}</Button>}
        />
      ) : null}
    </Modal>
  );
}

type AnswersProps = {
  company: Company;
  seats: Seats;
  busy: boolean;
  onCancel: () => void;
  /** `people`: whether there are any, whose end has been agreed to. */
  onConfirm: (people: boolean) => void;
};

function Answers({ company, seats, busy, onCancel, onConfirm }: AnswersProps) {
  const t = useTexts(companiesTexts);
  const [typed, setTyped] = useState('');
  const [agreed, setAgreed] = useState(false);
  const hasPeople = seats.active_users + seats.pending_invitations > 0;
  const blocked = typed.trim() !== company.name || (hasPeople && !agreed);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!blocked && !busy) onConfirm(hasPeople);
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      {hasPeople ? (
        <Checkbox
          label={t('deletion.people', {
            active: seats.active_users,
            pending: seats.pending_invitations,
          })}
          checked={agreed}
          onChange={(event) => setAgreed(event.target.checked)}
        />
      ) : null}
      <TextInput
        label={t('deletion.typeName', { name: company.name })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        reserveLine={false}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onCancel} disabled={busy}>
          {t('deletion.cancel')}
        </Button>
        <Button type="submit" variant="danger" disabled={blocked} busy={busy}>
          {t('deletion.confirm')}
        </Button>
      </div>
    </form>
  );
}

/** Deletes, and tells how it went; true when it is done. */
function useRemove({ id, name }: Company) {
  const t = useTexts(companiesTexts);
  const { language } = useLanguage();
  const deletion = useDeleteCompany();
  const { restore } = useRestoreCompany();
  const remove = async (people: boolean): Promise<boolean> => {
    try {
      await deletion.mutateAsync({
        id,
        confirm_name: name,
        ...(people ? { people: 'deactivate' as const } : {}),
      });
    } catch (error) {
      notify.error(t('deletion.failed'), { description: await errorText(error, language) });
      return false;
    }
    notify.success(t('deletion.done'), {
      action: { label: t('deletion.undo'), onClick: () => void restore(id) },
    });
    return true;
  };
  return { remove, busy: deletion.isPending };
}
