import { INVITE_LIMIT } from '@atalaya/contract/limits';
import type { Role } from '@atalaya/contract/roles';
import { Button } from '@atalaya/ui/button';
import type { ComboboxOption } from '@atalaya/ui/combobox';
import { FileDrop } from '@atalaya/ui/file-drop';
import { Modal } from '@atalaya/ui/modal';
import { Textarea } from '@atalaya/ui/textarea';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/call.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { useSession } from '../../platform/session.ts';
import { OrganizationPicker } from '../organizations/organizations.face.ts';
import { DiscardDialog } from '../../shared/unsaved-guard.tsx';
import { invitationsTexts } from './invitations.es.ts';
import { InviteManyResults } from './invite-many-results.tsx';
import { parseEmails } from './parse-emails.ts';
import { RoleSelect } from './role-select.tsx';

const FILE_MAX = 1_000_000;

/** Many addresses at once: paste or drop, see a result per line, and only then send. */
export function InviteManyDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(invitationsTexts);
  const { profile } = useSession();
  const [text, setText] = useState('');
  const [role, setRole] = useState<Role>('user');
  const [organization, setOrganization] = useState<ComboboxOption | null>(null);
  const [problem, setProblem] = useState<{ field: 'emails' | 'organization'; text: string } | null>(null);
  const isSuperAdmin = profile.role === 'super_admin';
  const [isLeaving, setLeaving] = useState(false);
  const check = useCheck();
  const leave = () => (text.trim() === '' ? onClose() : setLeaving(true));
  const question = <DiscardDialog open={isLeaving} onStay={() => setLeaving(false)} onDiscard={onClose} />;

  function submit() {
    const emails = parseEmails(text);
    if (emails.length === 0) setProblem({ field: 'emails', text: t('many.emailsMissing') });
    else if (emails.length > INVITE_LIMIT)
      setProblem({
        field: 'emails',
        text: t('many.tooMany', { count: String(emails.length), max: String(INVITE_LIMIT) }),
      });
    else if (isSuperAdmin && organization === null)
      setProblem({ field: 'organization', text: t('form.organizationMissing') });
    else {
      setProblem(null);
      check.mutate({ emails, role, organization_id: organization?.value ?? null });
    }
  }

  if (check.data)
    return (
      <InviteManyResults
        lines={check.data.results}
        // As they were when it was checked: one can choose others while that is under way.
        role={check.variables.role}
        organization_id={check.variables.organization_id}
        onBack={() => check.reset()}
        onLeave={leave}
        onClose={onClose}
      >
        {question}
      </InviteManyResults>
    );
  return (
    <Modal
      open
      onClose={leave}
      title={t('many.title')}
      closeLabel={t('close')}
      size="lg"
      footer={
        <>
          <Button variant="outline" onClick={leave}>
            {t('cancel')}
          </Button>
          <Button busy={check.isPending} onClick={submit}>
            {t('many.check')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <EmailsFields
          text={text}
          onText={setText}
          error={problem?.field === 'emails' ? problem.text : undefined}
        />
        {isSuperAdmin ? (
          <OrganizationPicker
            value={organization}
            onValueChange={setOrganization}
            error={problem?.field === 'organization' ? problem.text : undefined}
          />
        ) : null}
        <RoleSelect role={role} onChange={setRole} />
        <p className="text-sm text-muted">{t('form.whatFollows')}</p>
      </div>
      {question}
    </Modal>
  );
}

type EmailsFieldsProps = {
  text: string;
  onText: (change: (before: string) => string) => void;
  error?: string | undefined;
};

/** Typed, pasted, or from a file that adds to what is there. */
function EmailsFields({ text, onText, error }: EmailsFieldsProps) {
  const t = useTexts(invitationsTexts);
  const add = async (file: File) => {
    const more = await file.text();
    onText((before) => [before.trim(), more].filter(Boolean).join('\n'));
  };
  return (
    <>
      <Textarea
        label={t('many.emails')}
        hint={t('many.emailsHint', { max: String(INVITE_LIMIT) })}
        error={error}
        rows={6}
        value={text}
        onChange={({ target }) => onText(() => target.value)}
      />
      <FileDrop
        texts={{
          label: t('many.fileLabel'),
          choose: t('many.fileChoose'),
          instructions: t('many.fileHint'),
        }}
        accept={['.csv', '.txt', 'text/csv', 'text/plain']}
        maxBytes={FILE_MAX}
        onFiles={([file]) => {
          if (file) void add(file);
        }}
        onReject={() => notify.error(t('many.fileRefused'))}
      />
    </>
  );
}

type Checked = { emails: string[]; role: Role; organization_id: string | null };

function useCheck() {
  const notifyFailure = useNotifyFailure();
  return useMutation({
    mutationFn: ({ emails, organization_id }: Checked) =>
      call('checkInvitations', { body: { emails, ...(organization_id ? { organization_id } : {}) } }),
    onError: (error) => notifyFailure(error),
  });
}
