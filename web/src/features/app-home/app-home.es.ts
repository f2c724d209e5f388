export const appHomeEs = {
  title: 'Aplicación Principal',
  welcome: 'Bienvenido a la aplicación',
  admin: 'Ir a la administración',
  home: 'Volver al inicio',
} as const;
