import { randomUUID } from 'node:crypto';
import type { TicketStatus } from '@atalaya/contract/ticket-states';
import type { Platform } from '../../platform/process/platform.ts';
import { DEMO_CANNED_REPLIES, DEMO_CASES, DEMO_NOTES, DEMO_THANKS } from './demo-ticket-texts.ts';
import {
  insertDemoCannedReplies,
  insertDemoHistory,
  insertDemoMessages,
  insertDemoTickets,
  listTicketPeople,
} from './demo-tickets.queries.ts';
import type { DemoEntry, DemoMessage, DemoTicket, TicketPerson } from './demo-tickets.queries.ts';

/** Sample tickets with their conversations: the same ones on every machine, their dates relative to today. */

type Conversation = { ticket: DemoTicket; messages: DemoMessage[]; history: DemoEntry[] };

export const DEMO_TICKETS = 120;
/** The newest is minutes old; the oldest, four months. */
const OLDEST_HOURS = 24 * 120;
const HOUR = 3_600_000;

/** Adds the sample tickets and the replies written in advance. */
export async function seedDemoTickets(platform: Platform): Promise<void> {
  await platform.database.withSystem('seed the sample tickets', async (db) => {
    const made = demoTickets(new Date(), await listTicketPeople(db));
    await insertDemoTickets(
      db,
      made.map(({ ticket }) => ticket),
    );
    await insertDemoMessages(
      db,
      made.flatMap(({ messages }) => messages),
    );
    await insertDemoHistory(
      db,
      made.flatMap(({ history }) => history),
    );
    await insertDemoCannedReplies(db, DEMO_CANNED_REPLIES);
  });
}

/** The sample tickets, oldest first: a third of Demo Iberia, a tenth of Demo Atlántica, the rest of all. */
export function demoTickets(today: Date, people: TicketPerson[]): Conversation[] {
  const support = people.find(({ role }) => role === 'super_admin');
  const members = Map.groupBy(
    people.filter(({ role }) => role !== 'super_admin'),
    ({ organization }) => organization,
  );
  const others = [...members.keys()].filter((slug) => !slug?.startsWith('demo-'));
  if (!support || !others.length) return [];
  return Array.from({ length: DEMO_TICKETS }, (_, index) => {
    // Squared: most tickets are recent.
    const age = 0.3 + ((DEMO_TICKETS - 1 - index) / (DEMO_TICKETS - 1)) ** 2 * OLDEST_HOURS;
    const slug =
      index % 3 === 0 ? 'demo-iberia' : index % 10 === 1 ? 'demo-atlantica' : at(others, index * 7);
    const created_at = new Date(today.getTime() - age * HOUR);
    return demoTicket({ index, today, created_at, support, staff: members.get(slug) ?? [] });
  });
}

type Setting = {
  index: number;
  today: Date;
  created_at: Date;
  support: TicketPerson;
  staff: TicketPerson[];
};

function demoTicket({ index, today, created_at, support, staff }: Setting): Conversation {
  // The demo accounts write half of their organization's, so that each of them has some.
  const named = staff.filter(({ email, role }) => email.endsWith('@demo.test') && role === 'user');
  const present = staff.filter((person) => person.created_at < created_at);
  const writers = named.length && index % 2 ? named : present.length ? present : staff.slice(0, 1);
  const author = at(writers, Math.floor(index / 6)) ?? support;
  const admin = staff.find(({ role, id }) => role === 'admin' && id !== author.id);
  const status = statusOf(index, (today.getTime() - created_at.getTime()) / HOUR);
  const helper = index % 4 === 3 && admin ? admin : support;
  const assignee = status === 'open' && index % 2 ? null : helper;
  const steps = stepsOf(index, status);
  const times = timesOf(index, created_at, today, steps.length);
  return tell({ index, author, helper, assignee, status, steps, times, created_at });
}

/** Old ones are done with, new ones have hardly begun. */
function statusOf(index: number, age: number): TicketStatus {
  if (age < 30) return index % 3 ? 'open' : 'in_progress';
  if (age < 200) return at(['in_progress', 'resolved', 'open', 'in_progress'] as const, index);
  if (age < 900) return at(['resolved', 'closed', 'closed', 'in_progress'] as const, index);
  return index % 9 === 4 ? 'resolved' : 'closed';
}

type Step = 'note' | 'answer' | 'back' | 'closing' | 'thanks' | 'close';

function stepsOf(index: number, status: TicketStatus): Step[] {
  const note: Step[] = index % 5 === 2 ? ['note'] : [];
  if (status === 'open') return note;
  if (status === 'in_progress') return [...note, 'answer', ...(index % 2 ? (['back'] as const) : [])];
  const resolved: Step[] = [...note, 'answer', 'back', 'closing'];
  if (status === 'resolved') return resolved;
  return [...resolved, ...(index % 3 ? (['thanks'] as const) : []), 'close'];
}

/** When each step happens: hours apart, and all before today. */
function timesOf(index: number, created_at: Date, today: Date, count: number): Date[] {
  const gaps = Array.from({ length: count }, (_, nth) => 0.4 + ((index * 37 + nth * 53) % 97) / 6);
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  const room = (today.getTime() - created_at.getTime()) / HOUR;
  const scale = Math.min(1, (room * 0.9) / (total || 1));
  let hours = 0;
  return gaps.map((gap) => {
    hours += gap * scale;
    return new Date(created_at.getTime() + hours * HOUR);
  });
}

type Told = {
  index: number;
  author: TicketPerson;
  helper: TicketPerson;
  assignee: TicketPerson | null;
  status: TicketStatus;
  steps: Step[];
  times: Date[];
  created_at: Date;
};

function tell(told: Told): Conversation {
  const { index, author, assignee, status, steps, times, created_at } = told;
  const { title, description, priority } = caseOf(index);
  const when = (step: Step) => times[steps.indexOf(step)] ?? null;
  const [answered, back, resolved_at, closed_at] = [
    when('answer'),
    when('back'),
    when('closing'),
    when('close'),
  ];
  const waited_seconds = seconds(answered, back) + (closed_at ? seconds(resolved_at, closed_at) : 0);
  const ticket: DemoTicket = {
    id: uuidAt(created_at),
    organization_id: author.organization_id,
    title,
    description,
    priority,
    status,
    assigned_to: assignee?.id ?? null,
    assigned_name: assignee?.name ?? null,
    created_by: author.id,
    created_by_name: author.name,
    first_response_at: answered,
    resolved_at,
    closed_at,
    waiting_since: closed_at ? null : (resolved_at ?? (back ? null : answered)),
    waited_seconds,
    resolution_seconds: resolved_at ? seconds(created_at, resolved_at) - seconds(answered, back) : null,
    created_at,
    updated_at: times.at(-1) ?? created_at,
  };
  return { ticket, messages: messagesOf(told, ticket), history: historyOf(told, ticket) };
}

function messagesOf({ index, author, helper, steps, times }: Told, ticket: DemoTicket): DemoMessage[] {
  const { answer, back, closing } = caseOf(index);
  const texts = {
    note: at(DEMO_NOTES, index),
    answer,
    back,
    closing,
    thanks: at(DEMO_THANKS, index),
    close: '',
  };
  return steps.flatMap((step, nth) => {
    const created_at = times[nth];
    if (step === 'close' || !created_at) return [];
    const isCustomer = step === 'back' || step === 'thanks';
    const writer = isCustomer ? author : helper;
    return {
      id: uuidAt(created_at),
      organization_id: ticket.organization_id,
      ticket_id: ticket.id,
      visibility: step === 'note' ? 'internal' : 'public',
      side: isCustomer ? 'customer' : 'staff',
      author_id: writer.id,
      author_name: writer.name,
      body: texts[step],
      created_at,
    };
  });
}

function historyOf({ author, helper, assignee, steps, times }: Told, ticket: DemoTicket): DemoEntry[] {
  const { title, description, priority, organization_id, created_at } = ticket;
  const entry = (
    by: TicketPerson,
    change: string,
    created_at: Date,
    after: object | null,
    before: object | null,
  ) => ({
    // Notes are the system's own.
    organization_id: change === 'noted' ? null : organization_id,
    actor_profile_id: by.id,
    actor_email: by.email,
    action: `ticket.${change}`,
    object_id: ticket.id,
    before,
    after,
    created_at,
  });
  const values = { title, description, priority, status: 'open', assigned_to: null, assigned_name: null };
  const soon = new Date(Math.min(created_at.getTime() + 300_000, times[0]?.getTime() ?? Infinity));
  const assigned = { assigned_to: assignee?.id, assigned_name: assignee?.name };
  const changes: Record<Step, [string, TicketPerson, TicketStatus | null, TicketStatus | null]> = {
    note: ['noted', helper, null, null],
    answer: ['replied', helper, 'open', 'in_progress'],
    back: ['replied', author, null, null],
    closing: ['resolved', helper, 'in_progress', 'resolved'],
    thanks: ['replied', author, null, null],
    close: ['closed', author, 'resolved', 'closed'],
  };
  return [
    entry(author, 'created', created_at, values, null),
    ...(assignee
      ? [entry(helper, 'assigned', soon, assigned, { assigned_to: null, assigned_name: null })]
      : []),
    ...steps.map((step, nth) => {
      const [change, by, from, to] = changes[step];
      return entry(by, change, times[nth] ?? created_at, to && { status: to }, from && { status: from });
    }),
  ];
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const caseOf = (index: number) => at(DEMO_CASES, index * 4);

const seconds = (from: Date | null, to: Date | null) =>
  from && to ? Math.floor((to.getTime() - from.getTime()) / 1000) : 0;

/** An id that sorts by its instant, as the database makes them: a conversation is read in the order of its ids. */
function uuidAt(date: Date): string {
  const time = date.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
