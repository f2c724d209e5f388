import { defineTexts } from '../../platform/messages/define-texts.ts';

/** Of its own: the profile shows it too. */
export const accessEs = {
  title: 'Mis accesos',
  may: 'Puedes',
  mayNot: 'No puedes',
  readOnly: 'Tu empresa está cancelada o inactiva: por ahora se puede leer, pero casi nada se puede cambiar.',
  ask: 'Para lo demás, pídeselo a quien administra tu empresa:',
  askSupport: 'Para lo demás, escribe a soporte con un ticket.',
  everything: 'Tu rol lo incluye todo.',
  lines: {
    tickets: 'Crear tickets y seguir los tuyos: responder, cerrarlos y reabrirlos',
    profile: 'Cambiar tu perfil, tu contraseña y tus avisos, y cerrar tus sesiones',
    answer: 'Ver y atender los tickets de toda la empresa',
    people: 'Agregar, modificar y desactivar a las personas de la empresa',
    invitations: 'Invitar a personas',
    company: 'Cambiar el nombre, el dominio y los datos de la empresa',
    settings: 'Cambiar la configuración de la empresa',
    billing: 'Ver el plan, las facturas y los pagos, y cambiar los datos fiscales',
    reports: 'Ver los reportes',
    audit: 'Ver quién hizo qué en la empresa',
    data: 'Exportar todos los datos de la empresa',
    subscription: 'Cambiar el plan, las plazas y el estado de una empresa',
    invoices: 'Emitir facturas y registrar pagos',
    companies: 'Crear y eliminar empresas',
    financial: 'Ver los reportes financieros',
  },
} as const;

export const accessTexts = defineTexts(accessEs, () =>
  import('./access.en.ts').then((file) => file.accessEn),
);
