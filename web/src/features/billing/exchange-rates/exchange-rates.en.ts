import type { Translation } from '../../../platform/messages/translation.ts';
import type { exchangeRatesEs } from './exchange-rates.es.ts';

export const exchangeRatesEn = {
  title: 'Exchange rates',
  description:
    'An invoice in another currency states its tax in euros, at the last rate published by its issue date.',
  none: 'None yet. An issuer in Spain needs them to charge tax in another currency.',
  list: 'Last rate of each currency',
  rate: '1 EUR = {rate} {currency}',
  of: '{source}, {day}',
  old: 'Out of date',
  loadFailed: 'The exchange rates couldn’t be loaded.',
  close: 'Close',
  give: {
    open: 'Add rate',
    title: 'Add exchange rate',
    body: 'Invoices that have been issued keep theirs.',
    currency: 'Currency',
    day: 'Day',
    pickDay: 'Open the calendar',
    dayInvalid: 'Enter a day that isn’t after today',
    rate: 'Units per euro',
    rateInvalid: 'Enter a rate like 1.085, with up to six decimals',
    source: 'Source',
    sourceHint: 'Who publishes it',
    defaultSource: 'Bank of Spain',
    missing: 'This field is required',
    save: 'Save rate',
    done: 'Exchange rate saved',
  },
  uploading: {
    open: 'Upload file',
    title: 'Upload exchange rates',
    file: 'File of the European Central Bank',
    choose: 'Choose file',
    instructions: 'or drag it here',
    busy: 'Reading the rates',
    hint: 'eurofxref as CSV or XML, of one day or several, up to 4 MB.',
    rejected: 'Choose a single CSV or XML file of up to 4 MB',
    done: '{count, plural, one {# new exchange rate} other {# new exchange rates}}',
    known: 'These rates were already there',
  },
} satisfies Translation<typeof exchangeRatesEs>;
