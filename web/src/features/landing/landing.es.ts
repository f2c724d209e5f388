import { defineTexts } from '../../platform/messages/define-texts.ts';

export const landingEs = {
  title: 'Atalaya: administración de organizaciones',
  headline: 'Todas tus organizaciones, a la vista.',
  lead: 'Usuarios, invitaciones, empresas, planes y soporte en un panel rápido y sereno, con cada dato en su sitio y cada cambio registrado.',
  admin: 'Ir a la administración',
  app: 'Abrir la aplicación',
  picture: 'El panel de administración con datos de ejemplo: cifras, gráficos y las últimas empresas',
  featuresTitle: 'Lo que cuida por ti',
  features: {
    users: {
      title: 'Gestión de usuarios',
      text: 'Invita, organiza y da de baja a tu equipo. Roles claros, acciones en bloque y búsqueda que no entiende de acentos.',
    },
    security: {
      title: 'Seguridad avanzada',
      text: 'Cada organización, aislada en la base de datos. Sesiones que se cierran al instante y un registro que nadie puede alterar.',
    },
    reports: {
      title: 'Reportes y análisis',
      text: 'Plazas, invitaciones e ingresos, siempre sobre datos reales y con las filas que hay detrás de cada cifra.',
    },
  },
  signIn: 'Iniciar sesión',
  footer: 'Código abierto. Tus datos no salen de tu servidor.',
} as const;

export const landingTexts = defineTexts(landingEs, () =>
  import('./landing.en.ts').then((file) => file.landingEn),
);
