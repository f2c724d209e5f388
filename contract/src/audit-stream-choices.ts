/** What takes a copy of the audit log. */
export const SINK_KINDS = ['https', 'splunk', 'elastic', 'syslog', 's3'] as const;
export type SinkKind = (typeof SINK_KINDS)[number];

/** As it is here, or by the classes of the Open Cybersecurity Schema Framework. */
export const RECORD_SHAPES = ['plain', 'ocsf'] as const;

/** How a sink knows us: by nothing, a token, a header of its own, a key, or a name and a password. */
export const HTTPS_AUTHS = ['none', 'bearer', 'header'] as const;
export const ELASTIC_AUTHS = ['api_key', 'basic'] as const;

/** From where a stream begins, or begins again. */
export const STREAM_STARTS = ['beginning', 'since', 'now'] as const;

/** What is kept sealed, by the names of its fields. */
export const STREAM_SECRETS = [
  'token',
  'signing_key',
  'api_key',
  'password',
  'client_key',
  'secret_access_key',
] as const;
export type StreamSecret = (typeof STREAM_SECRETS)[number];

/**
 * Why a try came to nothing. `address`: it leads where no request of ours may go; `secret`: it has to be given anew;
 * `refused`: the sink takes all but one record, and never that one.
 */
export const STREAM_PROBLEMS = [
  'address',
  'secret',
  'timeout',
  'connection',
  'certificate',
  'redirect',
  'status',
  'refused',
] as const;
export type StreamProblem = (typeof STREAM_PROBLEMS)[number];
