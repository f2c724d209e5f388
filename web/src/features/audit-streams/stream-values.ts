import type { SinkKind } from '@atalaya/contract/audit-stream-choices';
import type { AuditStream, GivenSink, Start } from './audit-streams.api.ts';

/** A stream as its form has it: of its sink the fields of all kinds, of which those of the chosen one are shown and sent. */
export type StreamValues = {
  name: string;
  shape: AuditStream['shape'];
  sink: {
    kind: SinkKind;
    url: string;
    https_auth: 'none' | 'bearer' | 'header';
    header: string;
    index: string;
    source_type: string;
    elastic_auth: 'api_key' | 'basic';
    username: string;
    token: string;
    signing_key: string;
    api_key: string;
    password: string;
    authority: string;
    certificate: string;
    client_key: string;
    region: string;
    bucket: string;
    prefix: string;
    access_key_id: string;
    secret_access_key: string;
  };
  from: Start['from'];
  since: string;
};
type SinkValues = StreamValues['sink'];

const EMPTY: SinkValues = {
  kind: 'https',
  url: '',
  https_auth: 'bearer',
  header: '',
  index: '',
  source_type: '',
  elastic_auth: 'api_key',
  username: '',
  token: '',
  signing_key: '',
  api_key: '',
  password: '',
  authority: '',
  certificate: '',
  client_key: '',
  region: '',
  bucket: '',
  prefix: '',
  access_key_id: '',
  secret_access_key: '',
};

export const valuesOf = (stream: AuditStream | null, today: string): StreamValues => ({
  name: stream?.name ?? '',
  shape: stream?.shape ?? 'plain',
  sink: stream ? { ...EMPTY, ...fieldsOf(stream.sink) } : EMPTY,
  from: 'now',
  since: today,
});

function fieldsOf(sink: AuditStream['sink']): Partial<SinkValues> {
  switch (sink.kind) {
    case 'https':
      return { kind: sink.kind, url: sink.url, https_auth: sink.auth, header: sink.header };
    case 'splunk':
    case 'syslog':
    case 's3':
      return sink;
    case 'elastic':
      return {
        kind: sink.kind,
        url: sink.url,
        index: sink.index,
        elastic_auth: sink.auth,
        username: sink.username,
      };
  }
}

/** What is left empty stays as it is. */
const typed = <Name extends string>(name: Name, value: string) =>
  (value ? { [name]: value } : {}) as Partial<Record<Name, string>>;

export function sinkOf(values: SinkValues): GivenSink {
  const url = values.url.trim();
  switch (values.kind) {
    case 'https':
      return {
        kind: 'https',
        url,
        auth: values.https_auth,
        header: values.https_auth === 'header' ? values.header.trim() : '',
        ...(values.https_auth === 'none' ? { token: '' } : typed('token', values.token)),
        ...typed('signing_key', values.signing_key),
      };
    case 'splunk':
      return {
        kind: 'splunk',
        url,
        index: values.index.trim(),
        source_type: values.source_type.trim(),
        ...typed('token', values.token),
      };
    case 'elastic':
      return {
        kind: 'elastic',
        url,
        index: values.index.trim(),
        auth: values.elastic_auth,
        ...(values.elastic_auth === 'basic'
          ? { username: values.username.trim(), api_key: '', ...typed('password', values.password) }
          : { username: '', password: '', ...typed('api_key', values.api_key) }),
      };
    case 'syslog':
      return {
        kind: 'syslog',
        url,
        authority: values.authority.trim(),
        certificate: values.certificate.trim(),
        ...(values.certificate.trim() ? typed('client_key', values.client_key) : { client_key: '' }),
      };
    case 's3':
      return {
        kind: 's3',
        url,
        region: values.region.trim(),
        bucket: values.bucket.trim(),
        prefix: values.prefix.trim(),
        access_key_id: values.access_key_id.trim(),
        ...typed('secret_access_key', values.secret_access_key),
      };
  }
}

export const startOf = ({ from, since }: Pick<StreamValues, 'from' | 'since'>): Start =>
  from === 'since' ? { from, since: new Date(`${since}T00:00:00`).toISOString() } : { from };
