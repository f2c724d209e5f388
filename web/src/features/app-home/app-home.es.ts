import { ticketStatusEs } from '@atalaya/contract/ticket-words.es';
import { defineTexts } from '../../platform/messages/define-texts.ts';

export const appHomeEs = {
  title: 'Aplicación Principal',
  welcome: 'Bienvenido a la aplicación',
  admin: 'Ir a la administración',
  loading: 'Cargando tu inicio',
  retry: 'Reintentar',
  sessionFailed: 'No se ha podido comprobar tu sesión.',
  loadFailed: 'No se han podido cargar tus tickets ni los datos de tu empresa.',
  factor: {
    title: 'Tu empresa pide la verificación en dos pasos',
    text: 'Configúrala para poder seguir.',
    action: 'Configurarla',
  },
  visitor: {
    signInTitle: 'Ya tengo una cuenta',
    signInText: 'Entra para ver tus tickets y lo que te espera.',
    signIn: 'Iniciar sesión',
    registerTitle: 'Todavía no tengo cuenta',
    registerText: 'Regístrate con tu email. Una empresa puede invitarte después.',
    register: 'Crear una cuenta',
    invitedTitle: 'Me han invitado',
    invitedText: 'Abre el enlace del correo de invitación, o pégalo aquí.',
    link: 'Enlace de la invitación',
    open: 'Abrir la invitación',
    notALink: 'Este no es el enlace de una invitación.',
  },
  waiting: {
    title: 'Lo que te espera',
    empty: 'No hay nada pendiente.',
    answer: 'Soporte espera tu respuesta',
    assigned: 'Espera tu respuesta: está a tu cargo',
    invitation: '{organization} te invita',
    until: 'Puedes aceptar hasta el {date}',
    open: 'Ver la invitación',
  },
  tickets: {
    title: 'Mis tickets',
    all: 'Ver todos los tickets',
    create: 'Crear Ticket',
    empty: 'Todavía no has creado ningún ticket.',
    emptyHelp: 'Si necesitas ayuda, crea uno y soporte te responderá.',
    number: 'Ticket {number}, creado {when}',
    status: ticketStatusEs,
  },
  company: {
    title: 'Mi empresa',
    plan: 'Plan',
    contact: 'Contacto',
    none: 'Todavía no perteneces a ninguna empresa. Pide una invitación a quien la administra.',
    noAdmins: 'Nadie la administra por ahora: escribe a soporte con un ticket.',
  },
  account: {
    title: 'Mi cuenta',
    profile: 'Mi Perfil',
    security: 'Contraseña y verificación',
    sessions: 'Mis sesiones',
    notifications: 'Mis notificaciones',
  },
} as const;

export const appHomeTexts = defineTexts(appHomeEs, () =>
  import('./app-home.en.ts').then((file) => file.appHomeEn),
);
