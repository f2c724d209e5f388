import { choiceField, pageField, textField, useUrlState } from '../../shared/url-state.ts';
import { INVOICE_SORTS, INVOICE_STATUSES } from './billing.api.ts';

const fields = {
  tab: choiceField(['subscription', 'invoices'], null),
  /** Whose, by id: for a super_admin. */
  organization: textField(),
  page: pageField(),
  search: textField(),
  status: choiceField(INVOICE_STATUSES, null),
  from: textField(),
  to: textField(),
  sort: choiceField(INVOICE_SORTS, 'issued_on'),
  order: choiceField(['asc', 'desc'], 'desc'),
  /** Of the history of the subscription. */
  events: pageField(),
  /** The invoice that is open, by id. */
  invoice: textField(),
  dialog: choiceField(['plan', 'status', 'tax', 'issue', 'pay', 'void'], null),
};

/** All that the address of the screen holds. */
export const useBillingAddress = () => useUrlState(fields);
export type BillingAddress = ReturnType<typeof useBillingAddress>[0];
export type ChangeBillingAddress = (change: Partial<BillingAddress>, options?: { replace?: boolean }) => void;

/** What is done to a subscription. */
export type SubscriptionDialog = 'plan' | 'status' | 'tax';

export const NO_FILTERS = { search: '', status: null, from: '', to: '', page: 1 } as const;
