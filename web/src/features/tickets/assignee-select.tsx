import type { SelectOption } from '@atalaya/ui/select';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { RemoteSelect } from '../../shared/remote-select.tsx';
import { ticketDetailTexts } from './ticket-detail.es.ts';
import { assigneesQuery } from './tickets.api.ts';

/** The value for no assignee. */
export const NOBODY = 'none';

type AssigneeSelectProps = {
  /** Another than 'Asignar a'. */
  label?: string;
  /** The organization of the tickets; null: that of the signed-in person. */
  organization_id: string | null;
  value: string;
  onChange: (value: string) => void;
  /** Who has it now, offered even where they could not be given it today. */
  current?: { id: string; name: string } | null;
  /** People who are not offered. */
  without?: readonly string[];
  disabled?: boolean;
  hint?: string | undefined;
  error?: string | undefined;
};

/** Who can have a ticket, each with how many they have already. */
export function AssigneeSelect({
  label,
  organization_id,
  value,
  onChange,
  current,
  without = [],
  ...rest
}: AssigneeSelectProps) {
  const t = useTexts(ticketDetailTexts);
  const people = useQuery({ ...assigneesQuery(organization_id), enabled: !rest.disabled });
  const offered: SelectOption[] = (people.data?.items ?? [])
    .filter(({ id }) => !without.includes(id))
    .map(({ id, name, load }) => ({
      value: id,
      label: name,
      description: t('assign.load', { count: load }),
    }));
  const isMissing = current && !offered.some((option) => option.value === current.id);
  return (
    <RemoteSelect
      {...rest}
      query={people}
      label={label ?? t('assign.label')}
      value={value}
      onValueChange={onChange}
      options={[
        { value: NOBODY, label: t('unassigned') },
        ...(isMissing ? [{ value: current.id, label: current.name }] : []),
        ...offered,
      ]}
    />
  );
}
