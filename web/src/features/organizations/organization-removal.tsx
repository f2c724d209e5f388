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
import { networkReturns } from '../../platform/use-online.ts';
import { BinNote } from '../bin/bin.face.ts';
import { undoAction } from '../undo/undo.face.ts';
import { BackOnline, type Problem, problemOf } from '../../shared/form-problem.tsx';
import { NotShown } from '../../shared/not-shown.tsx';
import { organizationsTexts } from './organizations.es.ts';
import {
  type Organization,
  type Deletion,
  deletionQuery,
  useDeleteOrganization,
} from './organizations.api.ts';

type OrganizationRemovalProps = { organization: Organization; onClose: () => void; onRemoved: () => void };
type InvoicesChoice = 'keep' | 'void';
/** What happens to what goes with the organization; absent where there is nothing of the kind. */
type Choices = { people?: 'deactivate'; invoices?: InvoicesChoice };

/** Asks for the name and what happens to people and invoices, deletes, and offers the way back. */
export function OrganizationRemoval({ organization, onClose, onRemoved }: OrganizationRemovalProps) {
  const t = useTexts(organizationsTexts);
  const deletion = useQuery(deletionQuery(organization.id));
  const { remove, busy, problem } = useRemove(organization);
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
  // What it asks depends on what goes with the organization: it opens when that is known, and stays as it is.
  if (deletion.isPending) return null;
  return (
    <Modal
      open
      onClose={busy ? () => undefined : onClose}
      role="alertdialog"
      title={t('deletion.title')}
      description={t('deletion.body', { name: organization.name })}
      closeLabel={t('deletion.cancel')}
      showCloseButton={false}
    >
      {deletion.data ? (
        <Answers
          organization={organization}
          deletion={deletion.data}
          busy={busy}
          problem={problem}
          onCancel={onClose}
          onConfirm={answered}
        />
      ) : null}
      {deletion.isError && !deletion.data ? (
        <NotShown
          error={deletion.error}
          gone={t('notFound')}
          failed={t('organizationFailed')}
          onRetry={() => deletion.refetch()}
        />
      ) : null}
    </Modal>
  );
}

type AnswersProps = {
  organization: Organization;
  deletion: Deletion;
  busy: boolean;
  problem: Problem | null;
  onCancel: () => void;
  onConfirm: (choices: Choices) => void;
};

function Answers({ organization, deletion, busy, problem, onCancel, onConfirm }: AnswersProps) {
  const t = useTexts(organizationsTexts);
  const [typed, setTyped] = useState('');
  const [agreed, setAgreed] = useState(false);
  const [invoices, setInvoices] = useState<InvoicesChoice | null>(null);
  const { active_users, pending_invitations, unpaid } = deletion;
  const hasPeople = active_users + pending_invitations > 0;
  const owes = unpaid.length > 0;
  const isNamed = typed.trim() === organization.name;
  const asksForPeople = hasPeople && !agreed;
  const blocked = !isNamed || asksForPeople || (owes && invoices === null);

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
        label={t('deletion.typeName', { name: organization.name })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
      />
      <p className="text-sm text-muted">
        <BinNote to="/admin/companies" onLeave={onCancel} />
      </p>
      <BackOnline problem={problem} />
      <div className="flex flex-wrap items-center justify-end gap-2 max-sm:*:grow">
        {isNamed && blocked ? (
          <p role="status" className="text-sm text-muted max-sm:w-full">
            {t(asksForPeople ? 'deletion.tick' : 'deletion.choose')}
          </p>
        ) : null}
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
  const t = useTexts(organizationsTexts);
  const { money } = useFormat();
  const sums = unpaid.map(({ currency, outstanding_cents }) => money(outstanding_cents, currency));
  const invoices = unpaid.reduce((sum, each) => sum + each.invoices, 0);
  return (
    <Select
      label={t('deletion.invoices', { invoices, amount: sums.join(' + ') })}
      placeholder={t('deletion.invoicesPlaceholder')}
      required
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
function useRemove({ id, name }: Organization) {
  const t = useTexts(organizationsTexts);
  const { language } = useLanguage();
  const deletion = useDeleteOrganization();
  const client = useQueryClient();
  const [problem, setProblem] = useState<Problem | null>(null);
  const remove = async (choices: Choices): Promise<boolean> => {
    const returns = networkReturns();
    setProblem(null);
    try {
      const { undo_id } = await deletion.mutateAsync({ id, confirm_name: name, ...choices });
      notify.success(
        t('deletion.done'),
        undoAction(undo_id, t('deletion.undo'), { language, client, rows: [id] }),
      );
      return true;
    } catch (error) {
      const text = await errorText(error, language);
      notify.error(t('deletion.failed'), { description: text });
      setProblem(problemOf(text, error, returns));
      return false;
    }
  };
  return { remove, busy: deletion.isPending, problem };
}
