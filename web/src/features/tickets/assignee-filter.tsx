import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { listsTexts } from '../../shared/lists.es.ts';
import { FilterButton } from './filter-button.tsx';
import { ticketsTexts } from './tickets.es.ts';
import { assigneesQuery } from './tickets.api.ts';

type AssigneeFilterProps = {
  value: string;
  /** Whose tickets are listed; '' for all that one reaches. */
  organization: string;
  onChange: (assigned: string) => void;
};

/** Whose tickets: one's own, those without an assignee, or those of a person who handles tickets here. */
export function AssigneeFilter({ value, organization, onChange }: AssigneeFilterProps) {
  const t = useTexts(ticketsTexts);
  const l = useTexts(listsTexts);
  const [isAsked, setAsked] = useState(false);
  const isPerson = value !== '' && value !== 'me' && value !== 'none';
  const people = useQuery({ ...assigneesQuery(organization || null), enabled: isAsked || isPerson });
  const offered = (people.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isMissing = isPerson && !offered.some((option) => option.value === value);
  return (
    <FilterButton
      name={t('filters.assigned')}
      named={(label) => t('filters.assignedIs', { value: label })}
      all={t('filters.allAssigned')}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      onOpen={() => setAsked(true)}
      failed={
        people.isError
          ? { text: l('optionsFailed'), retry: l('retry'), onRetry: () => void people.refetch() }
          : null
      }
      options={[
        { value: 'me', label: t('filters.me') },
        { value: 'none', label: t('unassigned') },
        ...(isMissing ? [{ value, label: '…' }] : []),
        ...offered,
      ]}
    />
  );
}
