import { defineTexts } from '../../../../platform/messages/define-texts.ts';

export const verifyEmailEs = {
  title: 'Confirma tu email',
  text: 'Un último paso: confirma que esta dirección es tuya para entrar en el panel.',
  submit: 'Confirmar email',
  chooseTitle: 'Termina tu registro',
  chooseText:
    'Este no es el navegador en el que se rellenó el registro. Para que nada de tu cuenta sea de otra persona, escribe aquí tu nombre y elige una contraseña nueva.',
  firstName: 'Nombre',
  lastName: 'Apellido',
  firstNameMissing: 'El nombre es requerido',
  lastNameMissing: 'El apellido es requerido',
  password: 'Contraseña',
  passwordPlaceholder: 'Mínimo 8 caracteres',
  confirmation: 'Confirmar Contraseña',
  passwordShort: 'La contraseña debe tener al menos 8 caracteres',
  mismatch: 'Las contraseñas no coinciden',
  save: 'Guardar y entrar',
  welcome: '¡Bienvenido al sistema!',
  invalidTitle: 'El enlace no es válido',
  invalidText: 'Ha expirado o ya se ha utilizado. Si tu cuenta ya está confirmada, inicia sesión.',
  signIn: 'Iniciar sesión',
} as const;

export const verifyEmailTexts = defineTexts(verifyEmailEs, () =>
  import('./verify-email.en.ts').then((file) => file.verifyEmailEn),
);
