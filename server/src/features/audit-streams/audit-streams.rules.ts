import { X509Certificate, createPrivateKey } from 'node:crypto';
import type { Sink } from '@atalaya/contract/audit-streams';
import type { StreamSecret } from '@atalaya/contract/audit-stream-choices';
import type { Config } from '../../platform/core/config.ts';
import { AppError } from '../../platform/core/errors.ts';
import { RefusedAddress, requireMayConnect, requireMayFetch } from '../../platform/core/guarded-fetch.ts';
import type { StreamRow } from './audit-streams.queries.ts';
import type { Secrets } from './sink.ts';

/** As the audit log keeps it. Of its address the host alone: paths of receivers are often secret. */
export const valuesOf = ({
  name,
  sink,
  shape,
  is_on,
}: Pick<StreamRow, 'name' | 'sink' | 'shape' | 'is_on'>) => ({
  name,
  sink: sink.kind,
  host: new URL(sink.url).host,
  shape,
  is_on,
});

export const changeOf = (
  { id, organization_id }: Pick<StreamRow, 'id' | 'organization_id'>,
  change: string,
) => ({
  action: `audit_stream.${change}`,
  object_type: 'audit_stream',
  object_id: id,
  organization_id,
});

/** A sink as it is kept; where its name leads is asked each time that something is sent. @throws audit_stream.address_refused */
export function requireSink(config: Config, sink: Sink): Sink {
  try {
    if (sink.kind === 'syslog') return { ...sink, url: requireHost(config, sink.url) };
    const url = new URL(sink.url);
    requireMayFetch(config, url, true);
    return { ...sink, url: url.href };
  } catch (error) {
    if (error instanceof RefusedAddress || error instanceof TypeError)
      throw new AppError('audit_stream.address_refused');
    throw error;
  }
}

/** The port of syslog over TLS (RFC 5425). */
const SYSLOG_PORT = '6514';

/** 'tls://host:port', of that or of the host alone. @throws RefusedAddress, TypeError */
function requireHost(config: Config, typed: string): string {
  const { protocol, hostname, port, pathname, search, hash } = new URL(
    typed.includes('://') ? typed : `tls://${typed}`,
  );
  const address = `tls://${hostname}:${port || SYSLOG_PORT}`;
  const hasMore = pathname.replace('/', '') !== '' || search !== '' || hash !== '';
  if (protocol !== 'tls:' || !hostname || hasMore) throw new TypeError('not the address of a host');
  requireMayConnect(config, address);
  return address;
}

/** What a sink cannot be asked without. */
function needed(sink: Sink): StreamSecret[] {
  switch (sink.kind) {
    case 'https':
      return sink.auth === 'none' ? [] : ['token'];
    case 'splunk':
      return ['token'];
    case 'elastic':
      return sink.auth === 'basic' ? ['password'] : ['api_key'];
    case 'syslog':
      return sink.certificate ? ['client_key'] : [];
    case 's3':
      return ['secret_access_key'];
  }
}

/** @throws request.invalid, at the field that is missing */
export function requireComplete(sink: Sink, secrets: readonly StreamSecret[]): void {
  const missing: string[] = needed(sink).filter((name) => !secrets.includes(name));
  if (sink.kind === 'https' && sink.auth === 'header' && !sink.header) missing.push('header');
  if (sink.kind === 'elastic' && sink.auth === 'basic' && !sink.username) missing.push('username');
  if (sink.kind === 'syslog' && secrets.includes('client_key') && !sink.certificate)
    missing.push('certificate');
  const fields = missing.map((name) => ({ field: `body.sink.${name}`, code: 'required' as const }));
  if (fields.length > 0) throw new AppError('request.invalid', { fields });
}

/** @throws request.invalid, at the field that is no PEM file of its kind */
export function requirePem(sink: Sink, { client_key }: Secrets): void {
  if (sink.kind !== 'syslog') return;
  const { authority, certificate } = sink;
  const readings = {
    authority: () => authority && new X509Certificate(authority),
    certificate: () => certificate && new X509Certificate(certificate),
    client_key: () => client_key && createPrivateKey(client_key),
  };
  const fields = Object.entries(readings)
    .filter(([, read]) => !isReadable(read))
    .map(([name]) => ({ field: `body.sink.${name}`, code: 'invalid' as const }));
  if (fields.length > 0) throw new AppError('request.invalid', { fields });
}

function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

/** What was typed for one address is sent to no other: who may change the address need not know it. */
export const keepsSecrets = (before: Sink, after: Sink): boolean =>
  before.kind === after.kind && addressOf(before) === addressOf(after);

function addressOf({ url }: Sink): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

/** Where a stream begins, as its row has it. */
export function startOf({ from, since }: { from: string; since?: string | undefined }): string {
  if (from === 'beginning') return '-infinity';
  return from === 'since' && since !== undefined ? since : 'infinity';
}
