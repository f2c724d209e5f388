import { defineTexts } from '../../platform/messages/define-texts.ts';

export const enforcementEs = {
  title: 'Exigir el inicio de sesión único',
  description:
    'Las personas de la empresa entran solo con su proveedor: ni con contraseña, ni con clave de acceso, ni con otro proveedor, ni con una invitación.',
  loading: 'Leyendo si se exige el inicio de sesión único',
  states: { on: 'Se exige', off: 'No se exige' },
  now: {
    on: 'Solo se entra por una conexión activada, o con acceso de emergencia.',
    off: 'Cada persona puede entrar también con sus propios medios.',
  },
  since: { on: 'Lo activó {who} el {moment}.', off: 'Lo desactivó {who} el {moment}.' },
  itself: 'el sistema',
  needs: {
    title: 'Qué hace falta para exigirlo',
    connection: 'Una conexión activada.',
    person: 'Una persona con acceso de emergencia: un administrador activo con una clave de acceso.',
    session: 'Haber entrado por una conexión, o con la clave de acceso de un acceso de emergencia.',
    met: 'cumplido',
    unmet: 'pendiente',
  },
  switchOn: 'Exigir',
  switchOff: 'Dejar de exigir',
  switchedOn: 'Se exige el inicio de sesión único',
  switchedOff: 'Ya no se exige el inicio de sesión único',
  confirmOn: '¿Exigir el inicio de sesión único?',
  onConsequence: 'Las claves de API siguen funcionando.',
  endsSessions:
    '{count, plural, =0 {No se cierra ninguna sesión.} one {Se cierra # sesión abierta.} other {Se cierran # sesiones abiertas.}}',
  shutsOut:
    '{count, plural, one {# persona no puede entrar todavía: su email no es de un dominio comprobado y no ha entrado nunca por una conexión.} other {# personas no pueden entrar todavía: su email no es de un dominio comprobado y no han entrado nunca por una conexión.}}',
  confirmOff: '¿Dejar de exigir el inicio de sesión único?',
  offConsequence:
    'Las personas podrán entrar otra vez con contraseña, clave de acceso, otro proveedor o una invitación.',
  people: {
    title: 'Acceso de emergencia',
    hint: 'Administradores que pueden entrar con su clave de acceso aunque se exija. Cada vez que se usa, se avisa a todos los administradores.',
    none: 'Todavía no hay nadie.',
    add: 'Dar acceso',
    ready: 'Listo',
    noPasskey: 'Sin clave de acceso',
    noAdmin: 'No es administrador activo',
    addTitle: 'Dar acceso de emergencia',
    addHint: 'Necesita una clave de acceso, que se añade en Mi Perfil.',
    addConfirm: 'Dar acceso',
    added: 'Acceso de emergencia dado',
    person: 'Administrador',
    search: 'Busca por nombre o email',
    loading: 'Buscando...',
    empty: 'Ningún administrador coincide',
    failed: 'No se han podido cargar los administradores',
    retry: 'Reintentar',
    clear: 'Quitar',
    missing: 'Elige a un administrador',
    remove: 'Quitar el acceso de emergencia de {name}',
    confirmRemove: '¿Quitar el acceso de emergencia de {name}?',
    removeConsequence: 'Si se exige el inicio de sesión único, sus sesiones de emergencia se cierran.',
    removeConfirm: 'Quitar',
    removed: 'Acceso de emergencia quitado',
  },
} as const;

export const enforcementTexts = defineTexts(enforcementEs, () =>
  import('./enforcement.en.ts').then((file) => file.enforcementEn),
);
