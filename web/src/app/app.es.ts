import { defineTexts } from '../platform/messages/define-texts.ts';

export const appEs = {
  loading: 'Cargando...',
  brand: 'Atalaya',
  skipToContent: 'Saltar al contenido',
  notFound: {
    title: 'Página no encontrada',
    text: 'La dirección no existe o ha cambiado. Comprueba el enlace, o vuelve al inicio.',
    home: 'Volver al inicio',
  },
  forbidden: {
    title: 'No tienes acceso a esta página',
    text: 'Tu rol no incluye esta sección. Si la necesitas, pídesela a quien administra tu empresa o la plataforma.',
    home: 'Ir al Dashboard',
  },
  noOrganization: {
    title: 'Todavía no perteneces a ninguna empresa',
    text: 'Pide una invitación a un administrador. Mientras tanto puedes completar tu perfil.',
    profile: 'Mi Perfil',
  },
  error: {
    status: 'Estado {status}',
    request: 'Identificador de la petición: {id}',
    retry: 'Reintentar',
    reload: 'Actualizar la página',
    newVersionTitle: 'Hay una nueva versión disponible',
    newVersionText: 'Esta parte de la aplicación ha cambiado desde que la abriste.',
  },
  connectionLost: 'Sin conexión. Lo que escribas se conserva: podrás guardarlo al volver.',
  newVersion: { text: 'Hay una nueva versión disponible.', reload: 'Actualizar', later: 'Más tarde' },
  toasts: { region: 'Avisos', close: 'Cerrar aviso', undoes: 'deshace', leadsHere: 'lleva aquí' },
} as const;

export const appTexts = defineTexts(appEs, () => import('./app.en.ts').then((file) => file.appEn));
