import { defineTexts } from '../../platform/messages/define-texts.ts';

/** Apart from those of the list: an invited person opens this page alone, and the screen of users has no room for it. */
export const acceptEs = {
  title: 'Invitación',
  loading: 'Cargando...',
  invalidTitle: 'Invitación inválida',
  invalid: 'Esta invitación no existe, ha expirado o ya ha sido utilizada.',
  goToLogin: 'Ir al inicio de sesión',
  askAgain: 'Pedir un enlace nuevo',
  asked: 'Si la invitación puede renovarse, hemos avisado a quien te invitó.',
  checkFailed: 'Error verificando la invitación',
  acceptFailed: 'Error aceptando la invitación',
  retry: 'Reintentar',
  welcome: 'Únete a {organization}',
  invitedBy: '{inviter} te ha invitado.',
  invited: 'Te han invitado.',
  forEmail: 'Email invitado',
  role: 'Rol',
  validUntil: 'Válida hasta el {date}',
  firstName: 'Nombre',
  lastName: 'Apellido',
  password: 'Contraseña',
  confirmation: 'Confirmar Contraseña',
  firstNameMissing: 'El nombre es requerido',
  lastNameMissing: 'El apellido es requerido',
  passwordMissing: 'La contraseña es requerida',
  passwordShort: 'La contraseña debe tener al menos 6 caracteres',
  confirmationMissing: 'Confirma tu contraseña',
  mismatch: 'Las contraseñas no coinciden',
  accept: 'Aceptar Invitación',
  accepting: 'Aceptando...',
  accepted: '¡Bienvenido a {organization}!',
  decline: 'Rechazar invitación',
  declineTitle: '¿Rechazar la invitación a {organization}?',
  declineBody: 'Se avisará a quien te invitó. Para entrar más tarde hará falta otra invitación.',
  cancel: 'Cancelar',
  declined: 'Has rechazado la invitación.',
  exists: 'Ya tienes una cuenta con este email. Inicia sesión y acepta la invitación.',
  throughCompany:
    '{organization} exige su inicio de sesión único. Entra con la cuenta de la empresa y la invitación queda aceptada.',
  goThroughCompany: 'Entrar con tu empresa',
  joinThroughCompany:
    '{organization} exige su inicio de sesión único: al aceptar se cierran tus sesiones y entras con la cuenta de la empresa.',
  signIn: 'Iniciar sesión',
  forgotten: 'No recuerdo la contraseña',
  memberSignIn: 'Ya perteneces a {organization}. Inicia sesión para entrar.',
  setUp:
    'Ya hay una cuenta preparada para este email y solo le falta la contraseña. Te enviamos un enlace para elegirla; después, inicia sesión y vuelve a abrir esta invitación.',
  setUpSend: 'Enviarme el enlace',
  setUpSent:
    'Te hemos enviado un enlace a {email}. Puede tardar unos minutos; mira también en la carpeta de spam.',
  closed:
    'La cuenta de este email está desactivada o en la papelera y por ahora no puede entrar. Pide a quien la administra que la active, o que te inviten con otro email.',
  organizationClosedTitle: 'Ahora no es posible unirse',
  signedInAs: 'Has iniciado sesión como {email}.',
  member: 'Ya perteneces a {organization}.',
  elsewhere:
    'Ya perteneces a {own} y solo se pertenece a una empresa. Para unirte a {organization} te pueden invitar con otro email, o un Super Admin puede pasarte allí.',
  superAdmin:
    'Administras todas las empresas y no perteneces a ninguna. Para unirte a {organization} te pueden invitar con otro email.',
  goOn: 'Ir a la aplicación',
  factorFirst: 'Antes de unirte tienes que configurar la verificación en dos pasos.',
  setUpFactor: 'Configurarla ahora',
  otherAccount: 'Esta invitación es para otro email. Cierra sesión para aceptarla.',
} as const;

export const acceptTexts = defineTexts(acceptEs, () =>
  import('./accept.en.ts').then((file) => file.acceptEn),
);
