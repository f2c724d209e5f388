import { unique } from '../harness/people.ts';
import { again, choose, dialog, inTurn, item, press, stay, tick, to, type, yes } from './steps.ts';
import type { Scene } from './scene.ts';
import type { Act, Entries } from './walk.ts';

const oneTicket = to(async (scene) => `/admin/tickets?ticket=${(await scene.ticket()).id}`);
const listOfOne = to(async (scene) => `/admin/tickets?search=${(await scene.ticket()).title}`);
const more = (name: string) => inTurn(press('Más acciones'), item(name));
const message = (name: string, label: string): Act =>
  inTurn(more(name), type({ [label]: 'Cambiado el cable.' }));

/** The title of the ticket in the bin. */
let binned = '';
const binOne = async (scene: Scene) => {
  const { id, title } = await scene.ticket();
  await scene.ask('DELETE', `/api/tickets/${id}`);
  binned = title;
};

const GREETING = `Saludo ${unique()}`;

/** In this order: all that concerns one ticket is done to the one that was opened first. */
export const tickets = {
  createTicket: {
    open: to('/admin/tickets?ticket=new'),
    fill: inTurn(
      type({ Título: 'No enciende', Descripción: 'Nada.' }),
      choose('Empresa', /^Demo Iberia/, 'Demo Iberia'),
    ),
    submit: press('Crear Ticket'),
  },
  startTicket: {
    open: inTurn(oneTicket, dialog(/^Avería /)),
    submit: more('Marcar en progreso'),
  },
  updateTicket: {
    open: more('Editar'),
    fill: type({ Título: 'No enciende', Descripción: 'Nada de nada.' }),
    submit: press('Guardar cambios'),
  },
  assignTicket: {
    open: inTurn(more('Asignar'), dialog(/^Asignar el ticket/)),
    fill: choose('Asignar a', /^Alba Vigía/),
    submit: press('Asignar'),
  },
  replyToTicket: {
    open: press('Responder'),
    fill: type({ Respuesta: 'Prueba a reiniciar.' }),
    submit: press('Enviar respuesta'),
  },
  createCannedReply: {
    open: inTurn(
      press('Respuestas guardadas'),
      item('Gestionar respuestas'),
      dialog('Respuestas guardadas'),
      press('Nueva respuesta'),
    ),
    fill: type({ Título: GREETING, Texto: 'Hola, gracias por escribirnos.' }),
    submit: press('Guardar'),
  },
  updateCannedReply: {
    open: press(`Editar «${GREETING}»`),
    fill: type({ Texto: 'Buenos días.' }),
    submit: press('Guardar'),
  },
  deleteCannedReply: {
    open: (page) => page.getByText('Buenos días.').waitFor(),
    submit: inTurn(press(`Eliminar «${GREETING}»`), yes('Eliminar')),
  },
  restoreCannedReply: [
    { from: 'CannedReplyItem in canned-replies-dialog.tsx', open: stay, submit: again, fromToast: true },
    {
      from: 'useWaysOut in bin-item.tsx',
      open: inTurn(press(`Eliminar «${GREETING}»`), yes('Eliminar'), press('Papelera')),
      submit: press(`Restaurar ${GREETING}`),
    },
  ],
  resolveTicket: {
    open: inTurn(press('Cerrar el diálogo'), message('Marcar como Resuelto', 'Mensaje de cierre')),
    submit: press('Marcar como Resuelto'),
  },
  closeTicket: { open: message('Cerrar', 'Mensaje (opcional)'), submit: press('Cerrar ticket') },
  reopenTicket: { open: message('Reabrir', 'Mensaje (opcional)'), submit: press('Reabrir') },
  deleteTicket: {
    open: stay,
    submit: inTurn(more('Eliminar'), yes('Eliminar')),
  },
  changeTickets: [
    {
      open: listOfOne,
      fill: tick(/^Seleccionar el ticket/),
      submit: inTurn(press('Cambiar prioridad'), item('Urgente')),
    },
    {
      open: inTurn(
        listOfOne,
        tick(/^Seleccionar el ticket/),
        press('Cambiar estado'),
        item('Marcar como Resuelto'),
      ),
      fill: type({ 'Mensaje de cierre': 'Cambiado el cable.' }),
      submit: press('Marcar como Resuelto'),
    },
  ],
  restoreTicket: {
    open: to(async (scene) => {
      await binOne(scene);
      return `/admin/tickets?bin=true&search=${binned}`;
    }),
    submit: (page, scene) => press(`Restaurar ${binned}`)(page, scene),
  },
  uploadTicketFile: { none: 'ticket-files.spec.ts sends files over every failure' },
  discardTicketFile: { none: 'what cannot be taken back is forgotten within a day: nothing depends on it' },
} satisfies Entries;
