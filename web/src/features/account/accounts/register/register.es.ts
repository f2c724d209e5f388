import { defineTexts } from '../../../../platform/messages/define-texts.ts';

export const registerEs = {
  title: 'Crear Cuenta',
  subtitle: 'Unos datos y podrás entrar en el panel.',
  firstName: 'Nombre',
  lastName: 'Apellido',
  email: 'Email',
  password: 'Contraseña',
  passwordPlaceholder: 'Mínimo 8 caracteres',
  confirmation: 'Confirmar Contraseña',
  submit: 'Crear Cuenta',
  haveAccount: '¿Ya tienes cuenta?',
  signIn: 'Iniciar sesión',
  back: 'Volver al Login',
  firstNameMissing: 'El nombre es requerido',
  lastNameMissing: 'El apellido es requerido',
  emailMissing: 'El email es requerido',
  emailInvalid: 'Por favor ingresa un email válido',
  passwordShort: 'La contraseña debe tener al menos 8 caracteres',
  mismatch: 'Las contraseñas no coinciden',
  failed: 'Error al crear cuenta',
  failedUnexpectedly: 'Error inesperado al crear cuenta',
  createdAwaiting: '¡Cuenta creada! Revisa tu email para confirmar tu registro.',
  created: '¡Cuenta creada exitosamente!',
  awaiting: {
    title: 'Revisa tu correo',
    text: 'Hemos enviado un enlace a {email}. Ábrelo para confirmar tu registro. Puede tardar unos minutos; mira también en la carpeta de spam.',
    resend: 'Reenviar correo',
    resent: 'Si falta confirmar esa cuenta, te hemos enviado un nuevo correo.',
  },
} as const;

export const registerTexts = defineTexts(registerEs, () =>
  import('./register.en.ts').then((file) => file.registerEn),
);
