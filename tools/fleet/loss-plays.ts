import type { Fleet } from './fleet.ts';
import { openStream } from './live-stream.ts';
import type { LiveStream } from './live-stream.ts';
import { ask, failuresOf, p95, secondsDown, startLoad } from './load.ts';
import { must, seconds, wait } from './play.ts';
import type { Play } from './play.ts';
import { pick, until } from './processes.ts';
import { verifyWritten } from './written.ts';

/** How long a part of the fleet may be missed. */
const DOWN_MAX_SECONDS = 10;
const LOAD_SECONDS = 12;
/** Held through the balancer: it gives each server as many. */
const STREAMS = 12;

/** Streams of an admin and of a super_admin, opened one after the other, so that every server has some of each. */
async function openStreams({ url, people }: Fleet): Promise<LiveStream[]> {
  const streams: LiveStream[] = [];
  const { admin } = pick(people.organizations, 6);
  for (let n = 0; n < STREAMS; n++)
    streams.push(await openStream(url, n < STREAMS / 2 ? admin : people.super_admin));
  return streams;
}

/** The streams that were held before the loss are open again, without being asked to, and hear what is told now. */
async function hearAgain({ url, people }: Fleet, streams: LiveStream[], cuts: Loss['cuts']): Promise<string> {
  await until('all streams are open again', async () => streams.every((stream) => stream.isOpen()));
  const { users } = pick(people.organizations, 6);
  const ticket = { title: 'Después', description: 'x' };
  const made = await ask(url, pick(users, 0), 'POST', '/api/tickets', ticket, { origin: url });
  must(made.status === 201, `a ticket after it was answered ${made.status}`);
  const { id } = made.json as { id: string };
  const since = performance.now();
  await until('all streams have heard of it', async () => streams.every((stream) => stream.heard(id)), 15);
  const again = streams.filter((stream) => stream.openings() > 1).length;
  must(cuts(again), `${again} of ${streams.length} streams were cut`);
  return `${again} of ${streams.length} streams opened again by themselves, all heard the next ticket after ${seconds(since)} s`;
}

type Loss = {
  lose: () => void;
  back: () => Promise<unknown>;
  /** Whether requests may fail, for a while. */
  may_fail: boolean;
  /** Whether so many of the streams may have been cut by it. */
  cuts: (again: number) => boolean;
};

/** Plays a loss under load: nothing that was acknowledged is lost, requests fail for a while at most, streams are back. */
async function playLoss(fleet: Fleet, { lose, back, may_fail, cuts }: Loss): Promise<string> {
  const streams = await openStreams(fleet);
  const load = startLoad(fleet);
  try {
    await wait(3);
    lose();
    await back();
    await wait(LOAD_SECONDS);
    await load.stop();
    const { count, text, lasting } = failuresOf(load.answers);
    must(lasting === '', `failed in other ways than for a while: ${lasting}`);
    const down = secondsDown(load.answers);
    must(down <= DOWN_MAX_SECONDS, `requests failed for ${down.toFixed(1)} s: ${text}`);
    must(may_fail || count === 0, `${count} requests failed: ${text}`);
    const kept = await verifyWritten(fleet, load.written);
    const heard = await hearAgain(fleet, streams, cuts);
    const requests = `${load.answers.length} requests, p95 ${p95(load.answers)} ms, ${count} failed`;
    return `${requests}${count ? ` within ${down.toFixed(1)} s (${text})` : ''}; ${kept}; ${heard}`;
  } finally {
    await load.stop();
    for (const stream of streams) stream.close();
  }
}

const rollingRestart: Play = {
  name: 'all servers restarted, one after the other, under 200 people',
  isFast: false,
  run: (fleet) =>
    playLoss(fleet, {
      lose: () => undefined,
      back: async () => {
        for (const server of fleet.servers) await server.restart();
      },
      may_fail: false,
      cuts: (again) => again === STREAMS,
    }),
};

const serverLost: Play = {
  name: 'a server killed under load',
  isFast: false,
  run: (fleet) => {
    const server = pick(fleet.servers, 0);
    return playLoss(fleet, {
      lose: server.kill,
      back: server.restart,
      may_fail: true,
      cuts: (again) => again > 0,
    });
  },
};

const isPrimary = async ({ postgres: { standby } }: Fleet) =>
  (await standby.query('select pg_is_in_recovery() as so'))[0]?.['so'] === false;

const primaryLost: Play = {
  name: 'the primary killed under load: the standby takes over',
  isFast: false,
  run: (fleet) =>
    playLoss(fleet, {
      lose: fleet.postgres.primary.kill,
      back: () => until('the standby is the primary', () => isPrimary(fleet), 30),
      may_fail: true,
      cuts: () => true,
    }),
};

/** Parts that are taken away, the one that does not come back last. */
export const LOSS_PLAYS: Play[] = [rollingRestart, serverLost, primaryLost];
