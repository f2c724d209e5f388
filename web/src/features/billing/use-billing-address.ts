import {
  INVOICE_SORTS,
  INVOICE_STATUS_FILTERS,
  PAYMENT_METHODS,
  PAYMENT_SORTS,
  RECEIPT_FILTERS,
} from '@atalaya/contract/choices';
import type { Permission } from '@atalaya/contract/permissions';
import { usePermissions } from '../../platform/use-permissions.ts';
import {
  choiceField,
  pageField,
  patternField,
  readState,
  textField,
  useUrlState,
} from '../../shared/url-state.ts';

const sharedFields = { search: textField(), from: textField(), to: textField() };
export const invoiceFilterFields = {
  ...sharedFields,
  status: choiceField(INVOICE_STATUS_FILTERS, null),
  receipt: choiceField(RECEIPT_FILTERS, null),
};
export const paymentFilterFields = {
  ...sharedFields,
  method: choiceField(PAYMENT_METHODS, null),
  currency: patternField(/^[A-Z]{3}$/),
};

const fields = {
  ...invoiceFilterFields,
  ...paymentFilterFields,
  tab: choiceField(['subscription', 'invoices', 'payments'], null),
  /** Whose, by id: for a super_admin. */
  organization: textField(),
  page: pageField(),
  sort: choiceField(INVOICE_SORTS, 'issued_on'),
  paid_sort: choiceField(PAYMENT_SORTS, 'paid_on'),
  order: choiceField(['asc', 'desc'], 'desc'),
  /** Of the history of the subscription. */
  events: pageField(),
  /** The invoice that is open, by id. */
  invoice: textField(),
  dialog: choiceField(
    ['plan', 'status', 'tax', 'issue', 'pay', 'refund', 'rectify', 'annul', 'receive'],
    null,
  ),
  /** The payment of that invoice which is paid back, by id. */
  payment: textField(),
};

/** The same from an address that is on its way. */
export const readBillingAddress = (search: Record<string, unknown>) => readState(fields, search);

const DIALOG_PERMISSIONS = {
  plan: 'subscription.change',
  status: 'subscription.change',
  tax: 'subscription.change',
  issue: 'invoices.issue',
  pay: 'invoices.pay',
  refund: 'invoices.pay',
  rectify: 'invoices.rectify',
  annul: 'invoices.rectify',
  receive: 'invoices.receive',
} as const satisfies Record<string, Permission>;

/** All that the address of the screen holds. A dialog of something that one may not do is not open. */
export function useBillingAddress() {
  const { may } = usePermissions();
  const [state, setState] = useUrlState(fields);
  const { dialog } = state;
  const isRefused = dialog !== null && !may(DIALOG_PERMISSIONS[dialog]);
  return [isRefused ? { ...state, dialog: null } : state, setState] as const;
}
export type BillingAddress = ReturnType<typeof useBillingAddress>[0];

/** What is done to a subscription. */
export type SubscriptionDialog = 'plan' | 'status' | 'tax';

/** The first page of either list, without any filter. */
export const NO_FILTERS = {
  ...readState({ ...invoiceFilterFields, ...paymentFilterFields }, {}),
  page: 1,
};
