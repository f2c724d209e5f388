import { CURRENCIES } from '@atalaya/contract/choices';
import { isEmail } from '@atalaya/contract/email-address';
import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readIssuer } from './issuer-config.ts';
import type { IssuerConfig } from './issuer-config.ts';
import { isLoopback } from './loopback.ts';
import { readProviders } from './provider-config.ts';
import type { ProviderConfigs } from './provider-config.ts';
import { readVerifactuConfig } from './verifactu-config.ts';
import type { VerifactuConfig } from './verifactu-config.ts';

/** What the process is told by its environment, checked. Defaults: docs/operations.md. */
export type Config = IssuerConfig & {
  production: boolean;
  /** Sample data, demo accounts and quick sign-in, where the database holds no real people (demo.ts). */
  demo: boolean;
  /** Seconds that the server goes on serving after SIGTERM, while it says that it is not ready. */
  drainSeconds: number;
  host: string;
  port: number;
  /** Base of every link in a mail; without a path. */
  publicUrl: URL;
  /** Absolute path. */
  dataDir: string;
  /** null: the embedded database in dataDir. */
  databaseUrl: string | null;
  /** The same database past a pooler, for what needs a session of its own; null where DATABASE_URL leads there. */
  databaseDirectUrl: string | null;
  /** A replica of it that follows its log, which lists and reports are read from; null: there is none. */
  databaseReplicaUrl: string | null;
  /** Connections to PostgreSQL. */
  databasePoolSize: number;
  authSecret: string;
  /** null: mails are written to dataDir/outbox. */
  smtpUrl: string | null;
  mailFrom: string;
  requireEmailVerification: boolean;
  /** The person who becomes super_admin at the first boot of an empty database. */
  adminEmail: string | null;
  /** The installation's from the first boot on, until the settings say another; null: not said. */
  currency: string | null;
  rateLimit: boolean;
  /** Which proxies may set the client's address: false, true, or a list of addresses. */
  trustProxy: string | boolean;
  passwordBlocklist: boolean;
  avatarServiceUrl: string | null;
  /** null: files are kept in dataDir/uploads. */
  s3: S3Config | null;
  /** Opens /metrics to a caller that sends it; null: only to this machine, and without a proxy in front. */
  metricsToken: string | null;
  /** Answers to mails about tickets; null: they are not taken. The address has '{token}' before its @. */
  inboundMail: { secret: string; address: string } | null;
  /** Bytes that each organization may keep. */
  quotas: { ticket_files: number; imports: number };
  logLevel: LogLevel;
  /** Asked for the records of domains, each 'address' or 'address:port'; null: the servers of this machine. */
  dnsServers: string[] | null;
  /**
   * Hosts, each with its port if it has one, that addresses typed by people may lead to although they are on a private
   * network; of this very machine without https too.
   */
  outboundAllowedHosts: ReadonlySet<string>;
  /** By way of which addresses that people have typed are asked; null: directly. */
  outboundProxy: URL | null;
  /** The sign-in providers that are set up. */
  providers: ProviderConfigs;
  verifactu: VerifactuConfig;
};

export type S3Config = {
  bucket: string;
  /** Of any server that speaks the protocol; null: Amazon's own, of the region. */
  endpoint: URL | null;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** The environment asks for something that must not start. The message is Spanish and meant for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const SECRET_MIN = 32;
/** Longer than balancers take to see that /api/health/ready has failed, where they ask every second or two. */
const DRAIN_SECONDS = 5;
/** Bytes of a megabyte, as operators and screens count it. */
export const MEGABYTE = 1_000_000;
/** A petabyte. */
const QUOTA_MAX_MB = 1_000_000_000;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];
type Environment = Record<string, string | undefined>;

/**
 * Reads the configuration. Outside production a missing AUTH_SECRET is made once and kept in DATA_DIR/auth-secret.
 * @throws ConfigError with a Spanish message naming the variable.
 */
export function loadConfig(env: Environment): Config {
  const production = env['NODE_ENV'] === 'production';
  const host = read(env, 'HOST') ?? '127.0.0.1';
  const port = readWhole(env, 'PORT', 3000, 0, 65_535);
  const publicUrl = readPublicUrl(env, production, port);
  const demo = readDemo(env, production, host, publicUrl);
  const rateLimit = readFlag(env, 'RATE_LIMIT', true);
  if (production && !rateLimit) {
    throw new ConfigError('RATE_LIMIT=off no se admite en producción.');
  }
  const addresses = readDatabases(env);
  const s3 = readS3(env);
  requireSharedFiles(env, addresses.databaseUrl, s3);
  const dataDir = path.resolve(read(env, 'DATA_DIR') ?? 'data');
  return {
    production,
    demo,
    drainSeconds: readWhole(env, 'DRAIN_SECONDS', production ? DRAIN_SECONDS : 0, 0, 300),
    host,
    port,
    publicUrl,
    dataDir,
    ...addresses,
    databasePoolSize: readWhole(env, 'DATABASE_POOL_SIZE', 10, 1, 200),
    authSecret: readSecret(env, production, dataDir),
    smtpUrl: readSmtpUrl(env, production),
    mailFrom: read(env, 'MAIL_FROM') ?? `Atalaya <no-reply@${publicUrl.hostname}>`,
    requireEmailVerification: readFlag(env, 'REQUIRE_EMAIL_VERIFICATION', true),
    adminEmail: readEmail(env, 'ADMIN_EMAIL'),
    currency: readCurrency(env),
    rateLimit,
    trustProxy: readTrustProxy(env),
    passwordBlocklist: readFlag(env, 'PASSWORD_BLOCKLIST', production),
    avatarServiceUrl: readAddress(env, 'AVATAR_SERVICE_URL', ['https:', 'http:']),
    s3,
    metricsToken: readMetricsToken(env),
    ...readIssuer(env, refuse),
    inboundMail: readInboundMail(env),
    quotas: {
      ticket_files: readWhole(env, 'QUOTA_TICKET_FILES_MB', 5_000, 1, QUOTA_MAX_MB) * MEGABYTE,
      imports: readWhole(env, 'QUOTA_IMPORTS_MB', 500, 1, QUOTA_MAX_MB) * MEGABYTE,
    },
    logLevel: readLogLevel(env),
    dnsServers: readDnsServers(env),
    outboundAllowedHosts: readHosts(env, 'OUTBOUND_ALLOWED_HOSTS'),
    outboundProxy: URL.parse(readAddress(env, 'OUTBOUND_PROXY', ['http:']) ?? ''),
    providers: readProviders(env, refuse),
    verifactu: readVerifactuConfig(env, refuse),
  };
}

/** The database, the same past a pooler, and a replica of it. */
function readDatabases(
  env: Environment,
): Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseReplicaUrl'> {
  const databaseUrl = readAddress(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const databaseDirectUrl = readAddress(env, 'DATABASE_DIRECT_URL', ['postgres:', 'postgresql:']);
  if (databaseDirectUrl && !databaseUrl) {
    throw new ConfigError('DATABASE_DIRECT_URL acompaña a DATABASE_URL, que falta.');
  }
  const databaseReplicaUrl = readAddress(env, 'DATABASE_REPLICA_URL', ['postgres:', 'postgresql:']);
  if (databaseReplicaUrl && !databaseUrl) {
    throw new ConfigError('DATABASE_REPLICA_URL acompaña a DATABASE_URL, que falta.');
  }
  return { databaseUrl, databaseDirectUrl, databaseReplicaUrl };
}

function refuse(message: string): never {
  throw new ConfigError(message);
}

/** A variable's trimmed value; an empty one counts as missing. */
function read(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

function readFlag(env: Environment, name: string, otherwise: boolean): boolean {
  const value = read(env, name)?.toLowerCase();
  if (value === undefined) return otherwise;
  if (['1', 'true', 'on', 'yes'].includes(value)) return true;
  if (['0', 'false', 'off', 'no'].includes(value)) return false;
  throw new ConfigError(`${name} debe ser 1 o 0, no «${value}».`);
}

function readWhole(env: Environment, name: string, otherwise: number, min: number, max: number): number {
  const value = read(env, name);
  if (value === undefined) return otherwise;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= min && number <= max) return number;
  throw new ConfigError(`${name} debe ser un número entre ${min} y ${max}, no «${value}».`);
}

function readAddress(env: Environment, name: string, protocols: string[]): string | null {
  const value = read(env, name);
  if (value === undefined) return null;
  if (protocols.includes(URL.parse(value)?.protocol ?? '')) return value;
  // The value is not repeated: it may hold a password.
  throw new ConfigError(
    `${name} debe ser una dirección ${protocols.map((each) => `${each}//`).join(' o ')}.`,
  );
}

/** In production mails need a server: in the folder of one of several processes no recipient would get them. */
function readSmtpUrl(env: Environment, production: boolean): string | null {
  const url = readAddress(env, 'SMTP_URL', ['smtp:', 'smtps:']);
  if (url !== null || !production) return url;
  throw new ConfigError(
    'Falta SMTP_URL: sin servidor de correo no llegarían las invitaciones ni los enlaces para entrar.',
  );
}

function readPublicUrl(env: Environment, production: boolean, port: number): URL {
  const value = read(env, 'PUBLIC_URL');
  if (value === undefined && production) {
    throw new ConfigError('Falta PUBLIC_URL: la dirección con la que se abre la aplicación, con https.');
  }
  const url = URL.parse(value ?? `http://localhost:${port}`);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
    throw new ConfigError('PUBLIC_URL debe ser una dirección como https://atalaya.example.com.');
  }
  if (url.pathname !== '/' || url.search || url.hash) {
    throw new ConfigError('PUBLIC_URL no puede llevar ruta ni parámetros: solo el origen.');
  }
  if (production && url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new ConfigError('PUBLIC_URL debe empezar por https:// en producción.');
  }
  return url;
}

/** Variables each of which says that this is more than a look at the product on one's own machine. */
const IN_EARNEST = ['DATABASE_URL', 'SMTP_URL', 'S3_BUCKET', 'TRUST_PROXY'];

/** Without DEMO only where everything is local; never where others can reach it, not even with DEMO=1. */
function readDemo(env: Environment, production: boolean, host: string, publicUrl: URL): boolean {
  const isLocal = isLoopback(host) && isLoopback(publicUrl.hostname);
  const isTrial = IN_EARNEST.every((name) => read(env, name) === undefined);
  const demo = readFlag(env, 'DEMO', !production && isLocal && isTrial);
  if (demo && production)
    throw new ConfigError('DEMO=1 no se admite en producción: crearía cuentas con una contraseña conocida.');
  if (demo && !isLocal) {
    const wrong = isLoopback(host) ? `PUBLIC_URL es ${publicUrl.origin}` : `HOST es ${host}`;
    throw new ConfigError(`DEMO=1 solo se admite en la propia máquina, y ${wrong}. Ponga DEMO=0.`);
  }
  return demo;
}

function readSecret(env: Environment, production: boolean, dataDir: string): string {
  const secret = read(env, 'AUTH_SECRET');
  if (secret !== undefined && secret.length >= SECRET_MIN) return secret;
  if (secret !== undefined) {
    throw new ConfigError(`AUTH_SECRET debe tener al menos ${SECRET_MIN} caracteres.`);
  }
  if (production) {
    throw new ConfigError(
      `Falta AUTH_SECRET: al menos ${SECRET_MIN} caracteres al azar, iguales en cada proceso.`,
    );
  }
  const file = path.join(dataDir, 'auth-secret');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    // wx: of two processes that start together, one makes the secret and both read it.
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}

function readMetricsToken(env: Environment): string | null {
  const token = read(env, 'METRICS_TOKEN') ?? null;
  if (token === null || token.length >= SECRET_MIN) return token;
  throw new ConfigError(`METRICS_TOKEN debe tener al menos ${SECRET_MIN} caracteres.`);
}

function readEmail(env: Environment, name: string): string | null {
  const value = read(env, name)?.toLowerCase();
  if (value === undefined) return null;
  if (isEmail(value)) return value;
  throw new ConfigError(`${name} debe ser una dirección de correo, no «${value}».`);
}

function readCurrency(env: Environment): string | null {
  const value = read(env, 'CURRENCY');
  const currency = CURRENCIES.find((each) => each === value);
  if (value === undefined || currency) return currency ?? null;
  throw new ConfigError(`CURRENCY debe ser ${CURRENCIES.join(', ')}; no «${value}».`);
}

/** Processes on one DATABASE_URL see the same rows: they must see the same files. */
function requireSharedFiles(env: Environment, databaseUrl: string | null, s3: S3Config | null): void {
  const files = read(env, 'FILES');
  if (files !== undefined && files !== 'shared')
    throw new ConfigError(`FILES solo puede ser «shared», no «${files}».`);
  if (databaseUrl === null || s3 !== null || files === 'shared') return;
  throw new ConfigError(
    'Con DATABASE_URL los archivos deben estar en un almacén común: un bucket (S3_BUCKET), o FILES=shared si ' +
      'DATA_DIR/uploads es un volumen que comparten todos los procesos, o si solo hay uno.',
  );
}

function readS3(env: Environment): S3Config | null {
  const bucket = read(env, 'S3_BUCKET');
  const accessKeyId = read(env, 'S3_ACCESS_KEY_ID');
  const secretAccessKey = read(env, 'S3_SECRET_ACCESS_KEY');
  const endpoint = readAddress(env, 'S3_ENDPOINT', ['https:', 'http:']);
  if (!bucket && !endpoint && !accessKeyId && !secretAccessKey) return null;
  if (!bucket || !accessKeyId || !secretAccessKey) {
    throw new ConfigError('S3_BUCKET, S3_ACCESS_KEY_ID y S3_SECRET_ACCESS_KEY van juntas: falta alguna.');
  }
  const region = read(env, 'S3_REGION') ?? 'us-east-1';
  return { bucket, accessKeyId, secretAccessKey, region, endpoint: endpoint ? new URL(endpoint) : null };
}

/** The longest part before an @ that mail servers take (RFC 5321), and how long a token is. */
const LOCAL_PART_MAX = 64;
const REPLY_TOKEN = 50;

function readInboundMail(env: Environment): Config['inboundMail'] {
  const [secret, address] = [read(env, 'INBOUND_MAIL_SECRET'), read(env, 'INBOUND_MAIL_ADDRESS')];
  if (secret === undefined && address === undefined) return null;
  if (secret === undefined || secret.length < SECRET_MIN)
    throw new ConfigError(`INBOUND_MAIL_SECRET debe tener al menos ${SECRET_MIN} caracteres.`);
  const local = /^([a-z0-9._+-]*)\{token\}@[a-z0-9.-]+\.?[a-z0-9-]+$/i.exec(address ?? '')?.[1];
  if (address === undefined || local === undefined || local.length + REPLY_TOKEN > LOCAL_PART_MAX)
    throw new ConfigError('INBOUND_MAIL_ADDRESS debe ser una dirección como soporte+{token}@example.com.');
  return { secret, address };
}

function readTrustProxy(env: Environment): string | boolean {
  const value = read(env, 'TRUST_PROXY');
  if (value === undefined || /^(off|0|false|no)$/i.test(value)) return false;
  return /^(on|1|true|yes)$/i.test(value) ? true : value;
}

function readDnsServers(env: Environment): string[] | null {
  const servers =
    read(env, 'DNS_SERVERS')
      ?.split(/[\s,]+/)
      .filter(Boolean) ?? [];
  if (servers.length === 0) return null;
  try {
    new Resolver().setServers(servers);
    return servers;
  } catch {
    throw new ConfigError(
      'DNS_SERVERS debe ser una lista de direcciones IP como 192.0.2.53,192.0.2.54:5353.',
    );
  }
}

/** 'idp.internal' or 'idp.internal:8443', between commas. */
function readHosts(env: Environment, name: string): ReadonlySet<string> {
  const hosts =
    read(env, name)
      ?.toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean) ?? [];
  for (const host of hosts)
    if (URL.parse(`https://${host}`)?.host !== host.replace(/:443$/, ''))
      throw new ConfigError(`${name} debe ser una lista de servidores como idp.interno:8443, sin https://.`);
  return new Set(hosts);
}

function readLogLevel(env: Environment): LogLevel {
  const value = read(env, 'LOG_LEVEL') ?? 'info';
  const level = LOG_LEVELS.find((each) => each === value);
  if (level) return level;
  throw new ConfigError(`LOG_LEVEL debe ser ${LOG_LEVELS.join(', ')}; no «${value}».`);
}
