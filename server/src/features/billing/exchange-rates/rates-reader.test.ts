import { expect, test } from 'vitest';
import { RatesRefusal, readRates } from './rates-reader.ts';

const TODAY = '2026-11-29';
const read = (text: string) => readRates(Buffer.from(text), TODAY);
const bce = (currency: string, day: string, rate_micros: number) => ({
  currency,
  day,
  rate_micros,
  source: 'BCE',
});

/** As the bank gives them out: of one day, of all days, and both as XML. */
const DAILY = 'Date, USD, JPY, GBP, \n27 November 2026, 1.0850, 163.2, 0.83245, \n';
const HISTORY =
  'Date,USD,JPY,CYP,GBP,\n2026-11-27,1.0850,163.2,N/A,0.83245,\n2026-11-26,1.1,163,N/A,N/A,\n1999-01-04,1.1789,133.73,0.58231,0.7111,\n';
const XML = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='2026-11-27'>
			<Cube currency='USD' rate='1.0850'/>
			<Cube currency='JPY' rate='163.2'/>
		</Cube>
		<Cube time='2026-11-26'>
			<Cube currency='USD' rate='1.1'/>
		</Cube>
	</Cube>
</gesmes:Envelope>`;

// XR1
test.each([
  ['a day as CSV', DAILY, [bce('USD', '2026-11-27', 1_085_000), bce('GBP', '2026-11-27', 832_450)]],
  [
    'many days as CSV',
    HISTORY,
    [
      bce('USD', '2026-11-27', 1_085_000),
      bce('GBP', '2026-11-27', 832_450),
      bce('USD', '2026-11-26', 1_100_000),
    ],
  ],
  ['with the line ends of Windows', DAILY.replaceAll('\n', '\r\n'), read(DAILY)],
  ['XML', XML, [bce('USD', '2026-11-27', 1_085_000), bce('USD', '2026-11-26', 1_100_000)]],
])('%s has the rates of the currencies that invoices are in', (_name, text, rates) => {
  expect(read(text)).toEqual(rates);
});

// XR1
test.each([
  ['nothing', '', 'does not name Date'],
  ['a table of something else', 'Name,USD\nx,1\n', 'does not name Date'],
  ['a currency that is none', 'Date,Dollar\n2026-11-27,1.1\n', 'does not name Date'],
  ['a currency twice', 'Date,USD,USD\n2026-11-27,1.1,1.2\n', 'twice'],
  ['a day twice', 'Date,USD\n2026-11-27,1.1\n2026-11-27,1.2\n', 'twice'],
  ['a line that is cut', 'Date,USD,GBP\n2026-11-27,1.1\n', 'not whole'],
  ['a day that there is not', 'Date,USD\n2026-02-30,1.1\n', 'is no day'],
  ['a month that there is not', 'Date,USD\n27 Noviembre 2026,1.1\n', 'is no day'],
  ['a day to come', 'Date,USD\n2026-11-30,1.1\n', 'is to come'],
  ['a rate of nothing', 'Date,USD\n2026-11-27,0\n', 'is no rate'],
  ['a negative rate', 'Date,USD\n2026-11-27,-1.1\n', 'is no rate'],
  ['a rate that is empty', 'Date,USD\n2026-11-27,\n', 'not whole'],
  ['seven decimals', 'Date,USD\n2026-11-27,1.1234567\n', 'is no rate'],
  ['no currency of ours', 'Date,JPY\n2026-11-27,163.2\n', 'no rate of a currency'],
  ['bytes that are no text', Buffer.from([0x44, 0xff]).toString('latin1') + '\uffff', 'does not name Date'],
  ['another document', '<a/>', 'not the envelope'],
  ['a document of another namespace', XML.replace('vocabulary/2002', 'vocabulary/2003'), 'not the envelope'],
  ['a document type', XML.replace('?>', '?><!DOCTYPE a>'), 'document type'],
  ['a rate without its day', XML.replace("time='2026-11-26'", ''), 'is no day'],
  ['a rate of no currency', XML.replace("currency='JPY'", ''), 'of no currency'],
  ['a rate with a comma', XML.replace('163.2', '163,2'), 'is no rate'],
])('%s is refused with what is wrong', (_name, text, why) => {
  expect(() => read(text)).toThrow(RatesRefusal);
  expect(() => read(text)).toThrow(why);
});
