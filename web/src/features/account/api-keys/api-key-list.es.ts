import { defineTexts } from '../../../platform/messages/define-texts.ts';
import type { KeyResource } from '@atalaya/contract/key-scopes';

const resources = {
  users: 'Usuarios',
  invitations: 'Invitaciones',
  organizations: 'Empresas',
  billing: 'Facturación',
  tickets: 'Tickets',
  plans: 'Planes',
  audit: 'Auditoría',
  dashboard: 'Dashboard',
  search: 'Búsqueda',
  transfers: 'Importar y exportar',
  changes: 'Deshacer cambios',
  settings: 'Configuración',
  bin: 'Papelera',
  reports: 'Reportes',
  financialReports: 'Reportes financieros',
} as const satisfies Record<KeyResource, string>;

/** API keys as their owner and who administers them see them. */
/** Apart from those of one's own keys: the screen of users shows this list, and has no room for their forms' texts. */
export const apiKeyListEs = {
  list: 'Claves de API',
  created: 'Creada el {date}',
  expires: 'Expira el {date}',
  expired: 'Expirada',
  used: 'Usada por última vez: {moment}',
  unused: 'Sin usar',
  revoke: 'Revocar',
  revokeOne: 'Revocar la clave {name}',
  confirmRevoke: '¿Revocar la clave «{name}»?',
  revokeConsequence: 'Los programas que la usan dejarán de tener acceso en su próxima petición.',
  revoked: 'Clave revocada',
  read: 'Leer',
  write: 'Modificar',
  scopes: '{resource}: {verbs}',
  resources,
} as const;

export const apiKeyListTexts = defineTexts(apiKeyListEs, () =>
  import('./api-key-list.en.ts').then((file) => file.apiKeyListEn),
);
