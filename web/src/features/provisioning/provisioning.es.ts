import { defineTexts } from '../../platform/messages/define-texts.ts';

export const provisioningEs = {
  title: 'Aprovisionamiento',
  description: 'Tu proveedor da de alta, modifica y da de baja a las personas mediante SCIM 2.0.',
  close: 'Cerrar',
  loading: 'Leyendo el aprovisionamiento',
  loadFailed: 'No se ha podido leer el aprovisionamiento.',
  gone: {
    title: 'Conexión no disponible',
    text: 'Esta conexión ya no está disponible.',
    all: 'Ver las conexiones',
  },
  sections: 'Partes del aprovisionamiento',
  tabs: { access: 'Acceso', requests: 'Registro', comparison: 'Comparar' },
  access: {
    baseUrl: 'URL base',
    told: 'Tu proveedor ha comunicado {people, plural, one {# persona} other {# personas}} y {groups, plural, one {# grupo} other {# grupos}}.',
    tokens: 'Tokens',
    tokensHint: 'Funcionan hasta {max} a la vez: crea el segundo antes de revocar el primero.',
    create: 'Crear token',
    none: 'Sin tokens: el proveedor todavía no puede conectarse.',
    list: 'Tokens de la conexión',
    created: 'Creado el {date} por {name}',
    used: 'Usado por última vez el {moment}',
    unused: 'Sin usar',
    revoke: 'Revocar',
    revokeOne: 'Revocar el token {prefix}',
    confirmRevoke: '¿Revocar el token {prefix}?',
    revokeConsequence: 'El proveedor que lo usa deja de poder conectarse ahora mismo.',
    revoked: 'Token revocado',
  },
  made: {
    title: 'Nuevo token',
    warning: 'Cópialo ahora: no se volverá a mostrar.',
    token: 'Token',
    done: 'Lo he guardado',
  },
  requests: {
    loading: 'Leyendo el registro',
    none: 'El proveedor aún no ha enviado nada.',
    list: 'Peticiones del proveedor',
    pages: 'Páginas del registro',
    kept: 'Se conservan {days} días, hasta {max} peticiones.',
    details: 'Petición y respuesta',
    request: 'Petición',
    answer: 'Respuesta',
    empty: 'Sin contenido',
    changes: {
      person: {
        created: 'Alta de {name}',
        linked: '{name} pasa a depender del proveedor',
        updated: 'Datos de {name}',
        restored: '{name} vuelve de la papelera',
        role: 'Rol de {name}',
        offboarded: 'Baja de {name}',
        unlinked: '{name} deja de depender del proveedor',
      },
      group: {
        created: 'Grupo nuevo: {name}',
        updated: 'Grupo modificado: {name}',
        deleted: 'Grupo eliminado: {name}',
      },
    },
  },
  comparison: {
    intro:
      'Compara lo último que ha comunicado el proveedor con los datos de las personas aquí. No cambia nada.',
    run: 'Comparar',
    again: 'Comparar de nuevo',
    running: 'Comparando',
    same: '{compared, plural, =0 {El proveedor no ha comunicado a nadie, y aquí no hay nadie más.} one {# persona comparada, sin diferencias.} other {# personas comparadas, sin diferencias.}}',
    found:
      '{compared, plural, one {# persona comparada} other {# personas comparadas}}: {total, plural, one {# diferencia} other {# diferencias}}.',
    first: 'Se muestran las {count} primeras.',
    list: 'Diferencias con el proveedor',
    difference: '{field}: {told} en el proveedor, {here} aquí',
    onlyHere: 'El proveedor no ha comunicado a esta persona: {email}',
    nothing: 'sin valor',
    fields: {
      active: 'Acceso',
      first_name: 'Nombre',
      last_name: 'Apellidos',
      email: 'Email',
      role: 'Rol',
    },
    active: { true: 'Con acceso', false: 'Sin acceso' },
  },
} as const;

export const provisioningTexts = defineTexts(provisioningEs, () =>
  import('./provisioning.en.ts').then((file) => file.provisioningEn),
);
