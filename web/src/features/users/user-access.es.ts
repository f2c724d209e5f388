/** What can be taken from a person. */
export const userAccessEs = {
  removeAvatar: 'Quitar imagen',
  avatarRemoved: 'Avatar eliminado',
  avatarRemoveFailed: 'Error al eliminar avatar',
  showSessions: 'Ver sesiones',
  sessions: {
    title: 'Sesiones de {name}',
    description: 'Dónde ha iniciado sesión esta persona.',
    endAll: 'Cerrar todas',
    close: 'Cerrar',
    ended: 'Las sesiones se han cerrado',
  },
  twoFactor: {
    reset: 'Restablecer verificación en dos pasos',
    confirm: '¿Restablecer la verificación en dos pasos de {name}?',
    consequence:
      'Se quitarán su aplicación, sus claves de acceso y sus códigos de recuperación, y se cerrarán sus sesiones. Entrará solo con su contraseña y recibirá un correo.',
    yes: 'Restablecer',
    done: 'Verificación en dos pasos de {name} restablecida',
  },
} as const;
