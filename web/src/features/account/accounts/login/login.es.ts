import { defineTexts } from '../../../../platform/messages/define-texts.ts';
import { roleNamesEs } from '@atalaya/contract/role-texts.es';
export const loginEs = {
  title: 'Iniciar sesión',
  subtitle: 'Entra en el panel de administración de tu organización.',
  email: 'Email',
  emailPlaceholder: 'nombre@empresa.com',
  password: 'Contraseña',
  submit: 'INICIAR SESIÓN',
  submitting: 'Iniciando sesión...',
  forgotten: '¿Has olvidado tu contraseña?',
  noAccount: '¿No tienes cuenta?',
  register: 'Crear Cuenta',
  secondFactorTitle: 'Verificación en dos pasos',
  secondFactorSubtitle: 'Tu contraseña es correcta. Falta un paso más.',
  passkey: 'Entrar con una clave de acceso',
  passkeyGivenUp: 'No se ha usado ninguna clave de acceso.',
  orWith: 'o continúa con',
  continueWith: 'Continuar con {provider}',
  providerSoon: 'Función de {provider} próximamente disponible',
  fieldsMissing: 'Por favor completa todos los campos',
  welcome: '¡Bienvenido al sistema!',
  failed: 'Error al iniciar sesión',
  failedUnexpectedly: 'Error inesperado al iniciar sesión',
  resend: 'Reenviar correo',
  resent: 'Si la cuenta existe y falta confirmarla, te hemos enviado un nuevo correo.',
  tooManyHint: 'Si es tu cuenta, pide un enlace por correo: con él podrás entrar desde aquí.',
  tooManyLink: 'Pedir el enlace',
  development: {
    title: 'Modo Desarrollo',
    hint: 'Cuentas de demostración. Este cuadro no existe en producción.',
    account: 'Usuario de prueba',
    choose: 'Selecciona un usuario',
    quick: 'Login Rápido',
    seed: 'Crear usuarios de desarrollo',
    seeded:
      '{count, plural, =0 {Los usuarios de desarrollo ya existen} one {1 usuario de desarrollo creado} other {# usuarios de desarrollo creados}}',
    failed: 'No se han podido cargar las cuentas.',
    retry: 'Reintentar',
    roles: roleNamesEs,
  },
} as const;

export const loginTexts = defineTexts(loginEs, () => import('./login.en.ts').then((file) => file.loginEn));
