import type { FieldCode } from '@atalaya/contract/errors';
import type { EarlyCode, ErrorTexts } from './error-codes.ts';

export const errorsEs = {
  request: {
    invalid: 'Revisa los campos marcados.',
    too_large: 'Lo enviado es demasiado grande.',
    unsupported_media: 'Este tipo de archivo no se admite.',
    foreign_origin: 'La petición viene de otro sitio y se ha rechazado.',
    rate_limited: 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.',
    not_found: 'No existe lo que buscas.',
    method_not_allowed: 'Esta operación no está permitida.',
  },
  server: {
    failed: 'Error inesperado del servidor. Vuelve a intentarlo.',
    unavailable: 'El servidor no está disponible en este momento. Vuelve a intentarlo en unos segundos.',
  },
  session: {
    required: 'Tu sesión ha terminado. Vuelve a iniciar sesión.',
    forbidden: 'No tienes permiso para hacer esto.',
    two_factor_required: 'Tu organización exige la verificación en dos pasos: configúrala para continuar.',
  },
  account: {
    invalid_credentials: 'Credenciales incorrectas. Verifica tu email y contraseña.',
    password_needed: 'Escribe tu nombre y elige una contraseña para terminar de crear tu cuenta.',
    email_not_verified: 'Confirma tu email antes de iniciar sesión: revisa tu correo.',
    already_registered: 'Este email ya está registrado. Intenta iniciar sesión.',
    verification_invalid: 'El enlace de confirmación no es válido o ha expirado.',
    reset_invalid: 'El enlace para restablecer la contraseña no es válido o ha expirado.',
    wrong_password: 'La contraseña actual no es correcta.',
    common_password: 'Esta contraseña es demasiado común. Elige otra.',
  },
  network: {
    offline: 'No hay conexión con el servidor. Lo que has escrito se conserva.',
    silent: 'El servidor no responde. Si era un cambio, comprueba si se ha hecho antes de repetirlo.',
    unreadable: 'El servidor ha dado una respuesta que no se entiende.',
  },
} as const satisfies ErrorTexts<EarlyCode>;

export const fieldErrorsEs = {
  required: 'Este campo es obligatorio',
  too_short: 'Es demasiado corto',
  too_long: 'Es demasiado largo',
  too_small: 'El valor es demasiado pequeño',
  too_big: 'El valor es demasiado grande',
  invalid: 'El valor no es válido',
  invalid_email: 'Por favor ingresa un email válido',
  unknown: 'Este campo no se admite',
} as const satisfies Record<FieldCode, string>;
