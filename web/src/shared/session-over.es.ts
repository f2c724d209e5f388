export const sessionOverEs = {
  title: 'Tu sesión ha terminado',
  text: 'Lo que has escrito se conserva. Inicia sesión en otra pestaña y vuelve a esta para seguir donde estabas.',
  signIn: 'Iniciar sesión en otra pestaña',
  leave: 'Descartar y salir',
} as const;
