/** What can be taken from a person. */
export const userAccessEs = {
  removeAvatar: 'Quitar imagen',
  avatarRemoved: 'Avatar eliminado',
  avatarRemoveFailed: 'Error al eliminar avatar',
  showSessions: 'Ver sesiones y claves',
  sessions: {
    title: 'Sesiones y claves de {name}',
    description: 'Dónde ha iniciado sesión esta persona, y qué programas actúan en su nombre.',
    endAll: 'Cerrar todas las sesiones',
    close: 'Cerrar',
    ended: 'Las sesiones se han cerrado',
    confirmAll: '¿Cerrar todas las sesiones de {name}?',
    allConsequence:
      'También terminarán sus navegadores de confianza y sus claves de API. Recibirá un correo, y podrá recuperar las claves durante 30 días.',
  },
  keys: {
    title: 'Claves de API',
    none: 'No tiene ninguna clave.',
  },
  twoFactor: {
    reset: 'Restablecer verificación en dos pasos',
    confirm: '¿Restablecer la verificación en dos pasos de {name}?',
    consequence:
      'Se quitarán su aplicación, sus claves de acceso y sus códigos de recuperación, se cerrarán sus sesiones y terminarán sus claves de API. Entrará solo con su contraseña y recibirá un correo.',
    yes: 'Restablecer',
    done: 'Verificación en dos pasos de {name} restablecida',
  },
} as const;
