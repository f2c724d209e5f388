import type { Role } from '@atalaya/contract/roles';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './features/development/demo-accounts.ts';
import { ConfigError } from './platform/core/config.ts';
import type { Config } from './platform/core/config.ts';
import { DirectoryInUseError } from './platform/database/directory-lock.ts';
import { MigrationError } from './platform/database/migrate.ts';
import { PoolerError } from './platform/database/pooler.ts';
import { EmbeddedDatabaseError } from './platform/database/postgres-binaries.ts';
import { ReplicaError } from './platform/database/replica.ts';
import { isUnavailable } from './platform/core/errors.ts';

const ROLE_NAMES: Record<Role, string> = {
  super_admin: 'superadministrador',
  admin: 'administrador',
  user: 'usuario',
};

/** What the operator reads when the server listens; with the demo, its accounts too. */
export function welcome(config: Config, demo: boolean): string {
  const database = config.databaseUrl
    ? 'PostgreSQL (DATABASE_URL)'
    : `base de datos integrada en ${config.dataDir}`;
  const mail = config.smtpUrl ? 'por SMTP' : `se guarda en ${config.dataDir}/outbox`;
  return [
    '',
    `  Atalaya está en marcha: ${config.publicUrl.origin}`,
    '',
    `  Datos:  ${database}`,
    `  Correo: ${mail}`,
    ...(demo ? demoLines() : []),
    '',
    '',
  ].join('\n');
}

function demoLines(): string[] {
  const width = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length));
  return [
    '',
    `  Cuentas de demostración (contraseña ${DEMO_PASSWORD}):`,
    ...DEMO_ACCOUNTS.map(({ email, role }) => `    ${email.padEnd(width)}  ${ROLE_NAMES[role]}`),
  ];
}

/** Errors whose message is a sentence for the operator. */
const SENTENCES = [
  ConfigError,
  DirectoryInUseError,
  EmbeddedDatabaseError,
  MigrationError,
  PoolerError,
  ReplicaError,
];

/** Why the server did not start, and what to do about it. */
export function explainFailedStart(error: unknown, port = '3000'): string {
  if (!(error instanceof Error)) return `Atalaya no ha podido arrancar: ${String(error)}`;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `El puerto ${port} está ocupado. Elija otro con PORT.`;
  if (code === 'EACCES')
    return `Sin permiso para usar el puerto ${port} o la carpeta de datos: ${error.message}`;
  if (SENTENCES.some((kind) => error instanceof kind)) return error.message;
  if (isUnavailable(error))
    return `No se puede conectar con la base de datos: ${error.message || String(code)}`;
  return `Atalaya no ha podido arrancar: ${error.stack ?? error.message}`;
}
