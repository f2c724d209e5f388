import { BIN_DAYS } from '@atalaya/contract/limits';
import { Button } from '@atalaya/ui/button';
import { Checkbox } from '@atalaya/ui/checkbox';
import { Modal } from '@atalaya/ui/modal';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useFormat } from '../../platform/format.ts';
import { errorText } from '../../platform/messages/error-text.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { undoAction } from '../undo/undo.face.ts';
import { NotShown } from '../../shared/not-shown.tsx';
import { companiesTexts } from './organizations.es.ts';
import { type Company, type Deletion, deletionQuery, useDeleteCompany } from './organizations.api.ts';

type CompanyRemovalProps = { company: Company; onClose: () => void; onRemoved: () => void };
type InvoicesChoice = 'keep' | 'void';
/** What happens to what goes with the company; absent where there is nothing of the kind. */
type Choices = { people?: 'deactivate'; invoices?: InvoicesChoice };

/** Asks for the name and what happens to people and invoices, deletes, and offers the way back. */
export function CompanyRemoval({ company, onClose, onRemoved }: CompanyRemovalProps) {
  const t = useTexts(companiesTexts);
  const deletion = useQuery(deletionQuery(company.id));
  const { remove, busy } = useRemove(company);
  const answered = (choices: Choices) =>
    void remove(choices).then((done) => {
      if (!done) {
        // Why it was refused may have changed what is asked: the name that was typed stays.
        void deletion.refetch();
        return;
      }
      onClose();
      onRemoved();
    });
  // What it asks depends on what goes with the company: it opens when that is known, and stays as it is.
  if (deletion.isPending) return null;
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
      {deletion.data ? (
        <Answers
          company={company}
          deletion={deletion.data}
          busy={busy}
          onCancel={onClose}
          onConfirm={answered}
        />
      ) : null}
      {deletion.isError && !deletion.data ? (
        <NotShown
          error={deletion.error}
          gone={t('notFound')}
          failed={t('companyFailed')}
          onRetry={() => deletion.refetch()}
        />
      ) : null}
    </Modal>
  );
}

type AnswersProps = {
  company: Company;
  deletion: Deletion;
  busy: boolean;
  onCancel: () => void;
  onConfirm: (choices: Choices) => void;
};

function Answers({ company, deletion, busy, onCancel, onConfirm }: AnswersProps) {
  const t = useTexts(companiesTexts);
  const [typed, setTyped] = useState('');
  const [agreed, setAgreed] = useState(false);
  const [invoices, setInvoices] = useState<InvoicesChoice | null>(null);
  const { active_users, pending_invitations, unpaid } = deletion;
  const hasPeople = active_users + pending_invitations > 0;
  const owes = unpaid.length > 0;
  const blocked = typed.trim() !== company.name || (hasPeople && !agreed) || (owes && invoices === null);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (blocked || busy) return;
    onConfirm({ ...(hasPeople ? { people: 'deactivate' } : {}), ...(owes && invoices ? { invoices } : {}) });
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      {hasPeople ? (
        <Checkbox
          label={t('deletion.people', { active: active_users, pending: pending_invitations })}
          checked={agreed}
          onChange={(event) => setAgreed(event.target.checked)}
        />
      ) : null}
      {owes ? <InvoicesField unpaid={unpaid} value={invoices} onChange={setInvoices} /> : null}
      <TextInput
        label={t('deletion.typeName', { name: company.name })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        reserveLine={false}
      />
      <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow">
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

type InvoicesFieldProps = {
  unpaid: Deletion['unpaid'];
  value: InvoicesChoice | null;
  onChange: (value: InvoicesChoice) => void;
};

/** How many invoices are unpaid and what they come to, and what happens to them. */
function InvoicesField({ unpaid, value, onChange }: InvoicesFieldProps) {
  const t = useTexts(companiesTexts);
  const { money } = useFormat();
  const sums = unpaid.map(({ currency, outstanding_cents }) => money(outstanding_cents, currency));
  const invoices = unpaid.reduce((sum, each) => sum + each.invoices, 0);
  return (
    <Select
      label={t('deletion.invoices', { invoices, amount: sums.join(' + ') })}
      placeholder={t('deletion.invoicesPlaceholder')}
      required
      reserveLine={false}
      value={value}
      onValueChange={onChange}
      options={(['keep', 'void'] as const).map((each) => ({
        value: each,
        label: t(`deletion.${each}`),
        description: t(`deletion.${each}Hint`),
      }))}
    />
  );
}

/** Deletes, and tells how it went; true when it is done. */
function useRemove({ id, name }: Company) {
  const t = useTexts(companiesTexts);
  const { language } = useLanguage();
  const deletion = useDeleteCompany();
  const client = useQueryClient();
  const remove = async (choices: Choices): Promise<boolean> => {
    try {
      const { undo_id } = await deletion.mutateAsync({ id, confirm_name: name, ...choices });
      notify.success(t('deletion.done'), undoAction(undo_id, t('deletion.undo'), { language, client }));
      return true;
    } catch (error) {
      notify.error(t('deletion.failed'), { description: await errorText(error, language) });
      return false;
    }
  };
  return { remove, busy: deletion.isPending };
}
