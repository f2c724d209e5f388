import type { Member } from './people.ts';

export type LiveStream = {
  /** What it has said so far. */
  text: () => string;
  close: () => void;
};

/** A stream of live events that has begun, as a browser holds it. */
export async function openStream(base: string, { cookie }: Pick<Member, 'cookie'>): Promise<LiveStream> {
  const aborter = new AbortController();
  const answer = await fetch(`${base}/api/live`, { headers: { cookie }, signal: aborter.signal });
  if (!answer.ok || !answer.body) throw new Error(`the stream was answered ${answer.status}`);
  let text = '';
  const read = async (body: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
  };
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  read(answer.body).then(resolve, () => resolve());
  const timer = setInterval(() => text.includes('ready') && resolve(), 10);
  await begun;
  clearInterval(timer);
  return { text: () => text, close: () => aborter.abort() };
}
