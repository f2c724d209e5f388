import { expect, test } from 'vitest';
import { TICKET_EVENTS, TICKET_STATUSES, ticketStatusAfter } from './ticket-states.ts';

/** Every state against every event; '-' is refused. */
const EXPECTED = `
              start        staff_reply  customer_reply  note         resolve   close   reopen
  open        in_progress  in_progress  open            open         resolved  closed  -
  in_progress -            in_progress  in_progress     in_progress  resolved  closed  -
  resolved    -            resolved     open            resolved     -         closed  open
  closed      -            -            -               closed       -         -       open`;

const [events = [], ...rows] = EXPECTED.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

test('the table names every state and every event', () => {
  expect(events).toEqual([...TICKET_EVENTS]);
  expect(rows.map(([status]) => status)).toEqual([...TICKET_STATUSES]);
});

test.each(rows.map(([status = '', ...after]) => ({ status, after })))('$status', ({ status, after }) => {
  const from = TICKET_STATUSES.find((each) => each === status) ?? 'open';
  expect(TICKET_EVENTS.map((event) => ticketStatusAfter(from, event) ?? '-')).toEqual(after);
});
