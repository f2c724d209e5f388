import { defineTexts } from '../../../../platform/messages/define-texts.ts';

export const resetPasswordEs = {
  request: {
    title: 'Restablecer contraseña',
    subtitle: 'Te enviaremos un enlace para elegir una contraseña nueva.',
    email: 'Email',
    emailMissing: 'El email es requerido',
    emailInvalid: 'Por favor ingresa un email válido',
    submit: 'Enviar enlace',
    sentTitle: 'Revisa tu correo',
    sent: 'Si hay una cuenta con ese email, recibirás un enlace en unos minutos. Expira en una hora.',
  },
  form: {
    title: 'Elige una contraseña nueva',
    setupTitle: 'Establece tu contraseña',
    subtitle: 'Al guardarla se cerrarán todas tus sesiones abiertas.',
    setupSubtitle: 'Con ella podrás entrar en tu cuenta.',
    password: 'Nueva contraseña',
    placeholder: 'Mínimo 8 caracteres',
    confirmation: 'Confirmar contraseña',
    short: 'La nueva contraseña debe tener al menos 8 caracteres',
    mismatch: 'Las contraseñas no coinciden',
    submit: 'Guardar contraseña',
    saved: 'Contraseña actualizada exitosamente',
  },
  refused: {
    expired: {
      title: 'El enlace ha expirado',
      text: 'Los enlaces duran una hora. Pide otro y úsalo antes de que caduque.',
    },
    used: {
      title: 'El enlace ya se ha utilizado',
      text: 'Cada enlace sirve una sola vez. Si no fuiste tú, pide otro y cambia tu contraseña cuanto antes.',
    },
    invalid: {
      title: 'El enlace no es válido',
      text: 'Puede que se haya copiado a medias. Pide otro para continuar.',
    },
    renew: 'Enviar nuevo enlace',
  },
  checking: 'Comprobando el enlace...',
  back: 'Volver al inicio de sesión',
  retry: 'Reintentar',
} as const;

export const resetPasswordTexts = defineTexts(resetPasswordEs, () =>
  import('./reset-password.en.ts').then((file) => file.resetPasswordEn),
);
