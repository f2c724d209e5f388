import { INVITE_LIMIT } from '@atalaya/contract/limits';
import { ROLES, type Role, ranksAtLeast } from '@atalaya/contract/roles';
import { Button } from '@atalaya/ui/button';
import type { ComboboxOption } from '@atalaya/ui/combobox';
import { FileDrop } from '@atalaya/ui/file-drop';
import { Modal } from '@atalaya/ui/modal';
import { Select } from '@atalaya/ui/select';
import { Textarea } from '@atalaya/ui/textarea';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/call.ts';
import type { Answer } from '../../platform/api/route-shapes.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { useSession } from '../../platform/session.ts';
import { OrganizationPicker } from '../../shared/organization-picker.tsx';
import { rolesTexts } from '../../shared/role-badge.tsx';
import { invitationsTexts } from './invitations-texts.ts';
import { InviteManyResults } from './invite-many-results.tsx';
import { parseEmails } from './parse-emails.ts';

export type CheckedLine = Answer<'checkInvitations'>['results'][number];
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
  const check = useCheck();

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
      check.mutate({ emails, organization_id: organization?.value ?? null });
    }
  }

  if (check.data)
    return (
      <InviteManyResults
        lines={check.data.results}
        role={role}
        organization_id={organization?.value ?? null}
        onBack={() => check.reset()}
        onClose={onClose}
      />
    );
  return (
    <Modal
      open
      onClose={onClose}
      title={t('many.title')}
      closeLabel={t('close')}
      size="lg"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button busy={check.isPending} onClick={submit}>
            {t('many.check')}
          </Button>
        </>
      }
    >
      <div className="grid gap-1">
        <Textarea
          label={t('many.emails')}
          hint={t('many.emailsHint', { max: String(INVITE_LIMIT) })}
          error={problem?.field === 'emails' ? problem.text : undefined}
          rows={6}
          autoFocus
          value={text}
          onChange={(event) => setText(event.target.value)}
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
            void file
              ?.text()
              .then((more) => setText((before) => [before.trim(), more].filter(Boolean).join('\n')));
          }}
          onReject={() => notify.error(t('many.fileRefused'))}
        />
        {isSuperAdmin ? (
          <OrganizationPicker
            value={organization}
            onValueChange={setOrganization}
            error={problem?.field === 'organization' ? problem.text : undefined}
          />
        ) : null}
        <RoleSelect role={role} onChange={setRole} />
      </div>
    </Modal>
  );
}

function RoleSelect({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  const t = useTexts(invitationsTexts);
  const roles = useTexts(rolesTexts);
  const { profile } = useSession();
  return (
    <Select
      label={t('form.role')}
      value={role}
      onValueChange={onChange}
      options={ROLES.filter((each) => ranksAtLeast(profile.role, each)).map((each) => ({
        value: each,
        label: roles(`${each}.name`),
        description: roles(`${each}.description`),
      }))}
    />
  );
}

function useCheck() {
  const notifyFailure = useNotifyFailure();
  return useMutation({
    mutationFn: ({ emails, organization_id }: { emails: string[]; organization_id: string | null }) =>
      call('checkInvitations', { body: { emails, ...(organization_id ? { organization_id } : {}) } }),
    onError: (error) => notifyFailure(error),
  });
}
