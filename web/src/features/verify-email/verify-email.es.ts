export const verifyEmailEs = {
  title: 'Confirma tu email',
  text: 'Un último paso: confirma que esta dirección es tuya para entrar en el panel.',
  submit: 'Confirmar email',
  welcome: '¡Bienvenido al sistema!',
  invalidTitle: 'El enlace no es válido',
  invalidText: 'Ha expirado o ya se ha utilizado. Si tu cuenta ya está confirmada, inicia sesión.',
  signIn: 'Iniciar sesión',
} as const;
