import { personName } from '../../platform/core/actor.ts';
import type { Actor } from '../../platform/core/actor.ts';
import { BULK_CHUNK } from '../../platform/records/bulk.ts';
import type { Db } from '../../platform/database/database.ts';
import { chunksOf } from '../../platform/database/chunks.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { notify } from '../notifications/notify.service.ts';
import { concernedBy } from './ticket-conversation/ticket-conversation.service.ts';
import { TICKET_NEWS_EVENTS, caretakersOf, mailOf, paramsOf } from './ticket-mails.service.ts';
import type { NamedTicket } from './ticket-mails.service.ts';
import { movedMail } from './tickets.email.ts';
import type { MovedNews } from './tickets.email.ts';
import type { TicketRow } from './tickets.queries.ts';

/** Tickets that a mail about many names. */
const NAMED_MAX = 10;

type Heard = { first: NamedTicket; named: NamedTicket[]; count: number };
/** What each person of each organization hears, gathered a part of the tickets after the other. */
export type MoveNews = Map<string, Map<string, Heard>>;

/** Adds who hears of the moves of these tickets: never the actor who makes them. */
export async function gatherNews(db: Db, actor: Actor, news: MoveNews, tickets: TicketRow[]): Promise<void> {
  const known = new Map<string, string[]>();
  const caretakers = async (ticket: TicketRow) => {
    const key = `${ticket.organization_id} ${ticket.assigned_to ?? ''}`;
    const found = known.get(key) ?? (await caretakersOf(db, ticket));
    known.set(key, found);
    return found;
  };
  for (const ticket of tickets) {
    const people = news.get(ticket.organization_id) ?? new Map<string, Heard>();
    news.set(ticket.organization_id, people);
    for (const person of await concernedBy(actor, ticket, () => caretakers(ticket)))
      if (person !== actor.profile_id) add(people, person, ticket);
  }
}

function add(people: Map<string, Heard>, person: string, row: TicketRow): void {
  const { id, number, title, organization_id, organization_name, reply_generation } = row;
  const ticket = { id, number, title, organization_id, organization_name, reply_generation };
  const heard = people.get(person) ?? { first: ticket, named: [], count: 0 };
  people.set(person, heard);
  heard.count += 1;
  if (heard.named.length < NAMED_MAX) heard.named.push(ticket);
}

/** Tells each of them: of one ticket as ever, of several once, with how many. */
export async function tellNews(
  platform: Platform,
  db: Db,
  actor: Actor,
  gathered: MoveNews,
  { news, message }: { news: MovedNews; message?: string | undefined },
): Promise<void> {
  const author = personName(actor);
  const link = new URL('/admin/tickets', platform.config.publicUrl).href;
  for (const [organization_id, people] of gathered)
    for (const part of chunksOf([...people], BULK_CHUNK)) {
      const each = part.map(([person, { first, count }]) =>
        count === 1
          ? { person, object_id: first.id, params: paramsOf(actor, first) }
          : { person, object_id: null, params: { author, count } },
      );
      const about = { event: TICKET_NEWS_EVENTS[news], organization_id, object_type: 'ticket' } as const;
      await notify(platform, db, { ...about, each }, (reader, profile_id) => {
        const heard = people.get(profile_id);
        if (!heard) throw new Error('a person hears what concerns others');
        if (heard.count === 1)
          return mailOf(platform, actor, heard.first, { news, message }, { ...reader, profile_id });
        const { named: tickets, count } = heard;
        return movedMail({ ...reader, news, tickets, count, author, message: message ?? null, link });
      });
    }
}
