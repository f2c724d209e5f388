import { defineTexts } from '../../platform/messages/define-texts.ts';

export const domainsEs = {
  title: 'Dominios',
  description:
    'Los dominios de correo de tu empresa. Se comprueban con un registro TXT en tu DNS, y se vuelven a mirar cada día.',
  loading: 'Cargando los dominios',
  loadFailed: 'No se han podido cargar los dominios',
  list: 'Dominios de la empresa',
  none: 'Todavía no hay ningún dominio.',
  add: 'Añadir dominio',
  states: { pending: 'Pendiente', proven: 'Comprobado', failing: 'Falla' },
  problems: {
    missing: 'No se ha encontrado el registro. Los cambios de DNS pueden tardar unas horas.',
    wrong: 'Hay un registro con ese nombre, pero con otro valor.',
    unreachable: 'Los servidores de DNS no han respondido. Vuelve a intentarlo más tarde.',
    taken: 'Otra empresa ya ha comprobado este dominio.',
  },
  provenOn: 'Comprobado el {date}',
  checkedAt: 'Mirado por última vez: {when}',
  lostOn: 'Si el registro no vuelve, se perderá el {date}.',
  instructions: 'Crea este registro TXT en el DNS de {domain} y pulsa Comprobar.',
  recordName: 'Nombre del registro',
  recordValue: 'Valor del registro',
  check: 'Comprobar',
  checkOne: 'Comprobar {domain}',
  proven: 'Dominio {domain} comprobado',
  notProven: 'El dominio {domain} todavía no está comprobado',
  remove: 'Quitar',
  removeOne: 'Quitar {domain}',
  confirmRemove: '¿Quitar el dominio {domain}?',
  removeConsequence: 'Dejará de estar comprobado. Para volver a usarlo habrá que comprobarlo otra vez.',
  removed: 'Dominio quitado',
  dialog: {
    title: 'Añadir dominio',
    domain: 'Dominio',
    hint: 'Lo que va detrás de la @: empresa.com',
    missing: 'Escribe un dominio como empresa.com',
    submit: 'Añadir',
    failed: 'Error al añadir el dominio',
    added: 'Dominio añadido',
  },
} as const;

export const domainsTexts = defineTexts(domainsEs, () =>
  import('./domains.en.ts').then((file) => file.domainsEn),
);
