import { defineTexts } from '../../../platform/messages/define-texts.ts';
import type { ScreenKey } from '../../screens.tsx';

const screens = {
  dashboard: 'Dashboard',
  users: 'Usuarios',
  companies: 'Empresas',
  'my-companies': 'Mi empresa',
  plans: 'Planes y Precios',
  billing: 'Facturación',
  verifactu: 'Registros de facturación',
  tickets: 'Tickets de Soporte',
  reports: 'Reportes',
  'financial-reports': 'Reportes financieros',
  audit: 'Auditoría',
  transfers: 'Importar y exportar',
  settings: 'Configuración',
  notifications: 'Notificaciones',
  profile: 'Mi Perfil',
} as const satisfies Record<ScreenKey, string>;

export const adminEs = {
  title: 'Admin',
  menu: 'Menú principal',
  openMenu: 'Abrir el menú',
  closeMenu: 'Cerrar el menú',
  dashboards: 'Dashboards',
  administration: 'ADMINISTRACIÓN',
  systemAdmin: 'Admin Sistema',
  profile: 'Mi Perfil',
  settings: 'Configuración',
  signOut: 'Cerrar Sesión',
  signedOut: 'Sesión cerrada exitosamente',
  signOutFailed: 'Error al cerrar sesión',
  account: 'Menú de usuario',
  breadcrumb: { label: 'Ruta de navegación', home: 'Inicio' },
  /** By address, where it is not the address's own last word. */
  crumbs: {
    users: 'Personal Interno',
    companies: 'Empresas Cliente',
    'my-companies': 'Mi empresa',
    plans: 'Planes y Precios',
    billing: 'Facturación',
    verifactu: 'Registros de facturación',
    tickets: 'Tickets de Soporte',
    reports: 'Reportes',
    'financial-reports': 'Reportes financieros',
    audit: 'Auditoría',
    transfers: 'Importar y exportar',
    settings: 'Configuración',
    notifications: 'Notificaciones',
    profile: 'Mi Perfil',
  },
  readOnly:
    'La suscripción de tu empresa no permite hacer cambios, salvo en los datos de facturación y en los tickets.',
  theme: { label: 'Tema', dark: 'Modo oscuro' },
  search: {
    label: 'Buscar en todo',
    placeholder: 'Search everything...',
    placeholderOfPhone: 'Search...',
    pages: 'Páginas',
    actions: 'Acciones',
    searching: 'Buscando...',
    empty: 'Nada coincide con «{search}»',
    darkOn: 'Activar el modo oscuro',
    darkOff: 'Desactivar el modo oscuro',
    language: 'Cambiar a English',
  },
  screens,
} as const;

export const adminTexts = defineTexts(adminEs, () => import('./admin.en.ts').then((file) => file.adminEn));
