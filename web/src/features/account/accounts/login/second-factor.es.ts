import { defineTexts } from '../../../../platform/messages/define-texts.ts';

/** Apart from those of the sign-in: few get to this step, and it comes then. */
export const secondFactorEs = {
  code: 'Código de verificación',
  codeHint: 'Los 6 dígitos de tu aplicación.',
  recovery: 'Código de recuperación',
  recoveryHint: 'Uno de los diez que guardaste. Cada uno vale una vez.',
  useRecovery: 'Usar un código de recuperación',
  useCode: 'Usar el código de la aplicación',
  missing: 'Escribe el código',
  trust: 'Confiar en este dispositivo',
  trustHint: 'No se volverá a pedir en este navegador durante 30 días.',
  submit: 'Verificar',
  passkey: 'Usar una clave de acceso',
  givenUp: 'No se ha usado ninguna clave de acceso.',
  loading: 'Cargando...',
  over: 'El inicio de sesión ha expirado. Vuelve a escribir tu contraseña.',
  back: 'Volver al inicio de sesión',
} as const;

export const secondFactorTexts = defineTexts(secondFactorEs, () =>
  import('./second-factor.en.ts').then((file) => file.secondFactorEn),
);
