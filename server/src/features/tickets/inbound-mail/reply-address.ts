import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../../platform/core/config.ts';

/** Whose answer it is, to which ticket, and to which generation of its addresses. */
export type ReplyKey = { number: number; generation: number; profile_id: string };
type Keys = Pick<Config, 'authSecret' | 'inboundMail'>;

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const GENERATIONS = 256;
/** One byte of the generation, and four of the ticket's number. */
const NUMBER_BYTES = 5;
const ID_BYTES = 16;
const MAC_BYTES = 10;
/** The part before the @ may be lower-cased on its way: base32 has no case. */
const TOKEN = /[a-z2-7]{50}/;

/** The address by which one answers a mail about a ticket; null where mails are not taken. */
export function replyAddressOf(config: Keys, key: ReplyKey): string | null {
  return config.inboundMail?.address.replace('{token}', tokenOf(config, key)) ?? null;
}

/** Who is meant by the first of these headers that holds an address of ours with a token that we have signed. */
export function readReplyAddress(config: Keys, headers: readonly string[]): ReplyKey | null {
  const [before = '', after = ''] = (config.inboundMail?.address ?? '').toLowerCase().split('{token}');
  for (const header of headers) {
    for (const part of header.toLowerCase().split(before).slice(1)) {
      const token = TOKEN.exec(part)?.index === 0 && part.startsWith(after, 50) ? part.slice(0, 50) : null;
      const key = token === null ? null : keyOf(config, token);
      if (key) return key;
    }
  }
  return null;
}

/** Whether an address counts now. Its generation is counted from the beginning again after so many. */
export const isOfGeneration = (key: ReplyKey, generation: number): boolean =>
  key.generation === generation % GENERATIONS;

function tokenOf(config: Keys, { number, generation, profile_id }: ReplyKey): string {
  const said = Buffer.alloc(NUMBER_BYTES + ID_BYTES);
  said.writeUInt8(generation % GENERATIONS, 0);
  said.writeUInt32BE(number, 1);
  said.write(profile_id.replaceAll('-', ''), NUMBER_BYTES, 'hex');
  return toBase32(Buffer.concat([said, macOf(config, said)]));
}

function keyOf(config: Keys, token: string): ReplyKey | null {
  const bytes = fromBase32(token);
  const said = bytes.subarray(0, NUMBER_BYTES + ID_BYTES);
  const mac = bytes.subarray(said.length, said.length + MAC_BYTES);
  if (mac.length !== MAC_BYTES || !timingSafeEqual(mac, macOf(config, said))) return null;
  const hex = said.toString('hex', NUMBER_BYTES);
  const profile_id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { number: said.readUInt32BE(1), generation: said.readUInt8(0), profile_id };
}

function macOf({ authSecret }: Keys, said: Buffer): Buffer {
  return createHmac('sha256', authSecret)
    .update('reply to a ticket')
    .update(said)
    .digest()
    .subarray(0, MAC_BYTES);
}

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
