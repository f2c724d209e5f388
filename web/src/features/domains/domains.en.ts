import type { Translation } from '../../platform/messages/translation.ts';
import type { domainsEs } from './domains.es.ts';

export const domainsEn = {
  title: 'Domains',
  description:
    'The email domains of your company. A TXT record in your DNS verifies each, and it is looked at again every day.',
  loading: 'Loading the domains',
  loadFailed: 'The domains could not be loaded',
  list: 'Domains of the company',
  none: 'There is no domain yet.',
  add: 'Add domain',
  states: { pending: 'Pending', proven: 'Verified', failing: 'Failing' },
  problems: {
    missing: 'The record was not found. Changes of DNS can take a few hours.',
    wrong: 'There is a record with that name, but with another value.',
    unreachable: 'The DNS servers did not answer. Try again later.',
    taken: 'Another company has already verified this domain.',
  },
  provenOn: 'Verified on {date}',
  checkedAt: 'Last looked at: {when}',
  lostOn: 'Unless the record comes back, it will be lost on {date}.',
  instructions: 'Create this TXT record in the DNS of {domain} and press Verify.',
  recordName: 'Record name',
  recordValue: 'Record value',
  check: 'Verify',
  checkOne: 'Verify {domain}',
  proven: 'Domain {domain} verified',
  notProven: 'The domain {domain} is not verified yet',
  remove: 'Remove',
  removeOne: 'Remove {domain}',
  confirmRemove: 'Remove the domain {domain}?',
  removeConsequence: 'It will no longer be verified. To use it again it has to be verified again.',
  removed: 'Domain removed',
  dialog: {
    title: 'Add domain',
    domain: 'Domain',
    hint: 'What comes after the @: company.com',
    missing: 'Type a domain such as company.com',
    submit: 'Add',
    failed: 'The domain could not be added',
    added: 'Domain added',
  },
} as const satisfies Translation<typeof domainsEs>;
