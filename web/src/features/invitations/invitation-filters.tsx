import { INVITATION_STATUSES } from '@atalaya/contract/choices';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { FilterSelect } from '../../shared/filter-select.tsx';
import { invitationsTexts } from './invitations.es.ts';
import type { Invitation } from './invitations.api.ts';

type Status = Invitation['status'];
type InvitationFiltersProps = { status: Status | null; onChange: (status: Status | null) => void };

export function InvitationFilters({ status, onChange }: InvitationFiltersProps) {
  const t = useTexts(invitationsTexts);
  return (
    <FilterSelect
      label={t('statusLabel')}
      all={t('allStatuses')}
      value={status}
      onChange={onChange}
      options={INVITATION_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
    />
  );
}
