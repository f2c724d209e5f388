import { DEBIT_RUN_STATUSES } from './debit-codes.ts';
import type { DEBIT_STATUSES } from './debit-codes.ts';

/** What is said of a run of direct debits, and in which of its states. Without zod, for the screens too. */

export type DebitRunStatus = (typeof DEBIT_RUN_STATUSES)[number];
export type DebitStatus = (typeof DEBIT_STATUSES)[number];

/** Return: of one of its debits, that it came back. */
export const DEBIT_RUN_STEPS = ['cancel', 'present', 'confirm', 'return'] as const;
export type DebitRunStep = (typeof DEBIT_RUN_STEPS)[number];

/** A step that is absent is refused in that state ('debit_run.wrong_status'). */
const STEPS: Record<DebitRunStatus, readonly DebitRunStep[]> = {
  made: ['cancel', 'present'],
  presented: ['cancel', 'confirm', 'return'],
  confirmed: ['return'],
  canceled: [],
};

/** What can be said of a run in a state. */
export const stepsOf = ({ status }: { status: DebitRunStatus }): readonly DebitRunStep[] => STEPS[status];

/** The states in which something can be said of a run. */
export const statusesWith = (step: DebitRunStep): DebitRunStatus[] =>
  DEBIT_RUN_STATUSES.filter((status) => STEPS[status].includes(step));

/** Whether a debit can come back, as far as its own state goes. */
export const canComeBack = ({ status }: { status: DebitStatus }): boolean =>
  status === 'pending' || status === 'paid';
