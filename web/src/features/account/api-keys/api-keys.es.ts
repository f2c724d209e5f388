import { defineTexts } from '../../../platform/messages/define-texts.ts';

export const apiKeysEs = {
  title: 'Claves de API',
  description:
    'Para que un programa actúe en tu nombre, con los permisos que elijas y nunca más que los tuyos.',
  reference: 'Referencia de la API',
  create: 'Nueva clave',
  none: 'Todavía no tienes ninguna clave.',
  noScopes: 'Podrás crear claves cuando pertenezcas a una empresa.',
  loading: 'Cargando las claves de API',
  ended: {
    title: 'Terminadas hace poco',
    text: 'Estas claves han dejado de valer. Si alguna es tuya y la necesitas, puedes recuperarla.',
    password_reset: 'Terminó al restablecer tu contraseña, el {date}.',
    password_change: 'Terminó al cambiar tu contraseña, el {date}.',
    sign_out: 'Terminó al cerrar tus demás sesiones, el {date}.',
    sign_out_by_admin: 'Terminó cuando un administrador cerró tus sesiones, el {date}.',
    two_factor_reset: 'Terminó cuando se restableció tu verificación en dos pasos, el {date}.',
    until: 'Se puede recuperar hasta el {date}.',
    restore: 'Recuperar',
    restoreOne: 'Recuperar la clave {name}',
    restoreTitle: 'Recuperar la clave «{name}»',
    restoreText: 'Los programas que la tienen volverán a tener acceso, como antes.',
    restored: 'Clave recuperada',
  },
  dialog: {
    title: 'Nueva clave de API',
    name: 'Nombre',
    nameHint: 'Para reconocerla después: el programa o la máquina que la usará.',
    nameMissing: 'Escribe un nombre',
    lifetime: 'Expira en',
    days: '{days, plural, =365 {1 año} other {# días}}',
    scopes: 'Permisos',
    scopesMissing: 'Elige al menos un permiso',
    readOf: 'Leer {resource}',
    writeOf: 'Modificar {resource}',
    submit: 'Crear clave',
    failed: 'Error al crear la clave',
  },
  made: {
    title: 'Tu nueva clave',
    warning: 'Cópiala ahora: no se volverá a mostrar.',
    key: 'Clave de API',
    example: 'Ejemplo',
    done: 'La he guardado',
    close: 'Cerrar',
  },
} as const;

export const apiKeysTexts = defineTexts(apiKeysEs, () =>
  import('./api-keys.en.ts').then((file) => file.apiKeysEn),
);
