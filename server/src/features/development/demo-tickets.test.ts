import { expect, test } from 'vitest';
import { startTestServer } from '../../platform/testing/server.ts';
import { seedDemoData } from './demo-data.ts';
import { DEMO_TICKETS } from './demo-tickets.ts';

test('the sample tickets are of people of their organization, in order, never in the future, and of every state', async () => {
  const server = await startTestServer({ env: { DEMO: '1' } });
  await seedDemoData(server.platform);
  const { pool } = server.database;
  const tickets = await pool.query<{ number: number; status: string; email: string }>(
    `select t.number, t.status, p.email from tickets t
       join profiles p on p.id = t.created_by and p.organization_id = t.organization_id order by t.created_at`,
  );
  expect(tickets.rows.map(({ number }) => number)).toEqual(
    Array.from({ length: DEMO_TICKETS }, (_, n) => n + 1),
  );
  expect([...new Set(tickets.rows.map(({ status }) => status))].sort()).toEqual(
    'closed in_progress open resolved'.split(' '),
  );
  for (const email of ['usuario1@demo.test', 'usuario2@demo.test'])
    expect(tickets.rows.filter((row) => row.email === email).length).toBeGreaterThan(3);
  const wrong = await pool.query(
    `select t.number from tickets t where t.created_at > now() or t.updated_at > now()
       or t.first_response_at < t.created_at or t.resolved_at < t.first_response_at or t.closed_at < t.resolved_at
       or t.resolution_seconds < 0 or (t.status in ('resolved', 'closed')) <> (t.resolved_at is not null)
       or (t.first_response_at is null) <> not exists (
         select from ticket_messages m where m.ticket_id = t.id and m.visibility = 'public' and m.side = 'staff')`,
  );
  expect(wrong.rows).toEqual([]);
  const unordered = await pool.query(
    `select 1 from (select created_at, lag(created_at) over (partition by ticket_id order by id) as before
       from ticket_messages) m where before >= created_at or created_at > now()`,
  );
  expect(unordered.rows).toEqual([]);
  const counts = await pool.query<{ n: number }>('select count(*)::int as n from ticket_messages');
  expect(counts.rows[0]?.n).toBeGreaterThan(200);

  const cookie = await server.signIn('usuario1@demo.test');
  const { items } = (await server.send({ url: '/api/tickets', cookie })).json<{ items: { id: string }[] }>();
  for (const { id } of items) {
    const detail = await server.send({ url: `/api/tickets/${id}`, cookie });
    expect(detail.json<{ history: { change: string }[] }>().history[0]?.change).toBe('created');
  }
  await server.close();
});
