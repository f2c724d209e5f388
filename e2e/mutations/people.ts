import type { Page } from '@playwright/test';
import { unique } from '../harness/people.ts';
import { PEOPLE } from '../harness/test.ts';
import type { Scene } from './scene.ts';
import {
  again,
  demoIberia,
  dialog,
  insteadOfInviting,
  inTurn,
  item,
  press,
  stay,
  tick,
  to,
  type,
  yes,
} from './steps.ts';
import type { Entries } from './walk.ts';

const address = () => `invitada-${unique()}@example.test`;

/** A list with one new person alone. */
const onePerson = to(async (scene) => `/admin/users?search=${(await scene.user()).email}`);
const more = press(/^Más acciones para /);
/** The list has been read again since the change before. */
const rowBack = (page: Page) => page.getByRole('cell', { name: 'Inactivo' }).waitFor();

async function invited(scene: Scene): Promise<string> {
  const email = address();
  await scene.ask('POST', '/api/invitations', { email, role: 'user', organization_id: scene.home });
  return `/admin/users?tab=invitations&isearch=${email}`;
}

/** In this order: some stay where the one before has left them. */
export const people = {
  createUser: {
    open: to('/admin/users?user=new'),
    fill: inTurn(
      (page) =>
        type({ Nombre: 'Ana', Apellido: 'Ruiz', Email: address(), Teléfono: '600' })(
          page,
          undefined as never,
        ),
      demoIberia,
    ),
    submit: press('Crear usuario'),
  },
  updateUser: {
    open: to(async (scene) => `/admin/users?user=${(await scene.user()).id}`),
    fill: type({ Teléfono: '+34 600 000 000' }),
    submit: press('Guardar cambios'),
  },
  sendUserReset: [
    {
      from: 'InsteadOfInviting in invite-dialog.tsx',
      open: insteadOfInviting(async (scene) => (await scene.user()).email),
      submit: press('Enviar enlace'),
    },
    {
      from: 'UserActions in user-actions.tsx',
      open: onePerson,
      submit: inTurn(more, item('Enviar enlace de contraseña')),
    },
  ],
  changeUsers: {
    open: stay,
    fill: tick(/^Seleccionar a /),
    submit: inTurn(press('Desactivar'), yes('Desactivar')),
  },
  deleteUser: { open: rowBack, submit: inTurn(press(/^Eliminar a /), yes('Eliminar')) },
  undoChange: [
    {
      open: inTurn(onePerson, press(/^Eliminar a /), yes('Eliminar')),
      submit: again,
      fromToast: true,
    },
    {
      open: inTurn(
        to(async (scene) => {
          const { id } = await scene.user();
          await scene.ask('DELETE', `/api/users/${id}`);
          const { items } = await scene.ask<{ items: { id: string }[] }>('GET', `/api/audit?object_id=${id}`);
          return `/admin/audit?entry=${items[0]?.id ?? ''}`;
        }),
        dialog('Detalle del cambio'),
      ),
      submit: press('Deshacer'),
    },
  ],
  offboardUsers: {
    open: inTurn(onePerson, more, item('Dar de baja'), dialog('Dar de baja')),
    fill: type({ Motivo: 'Cambia de empresa' }),
    submit: press('Dar de baja'),
  },
  resetUserTwoFactor: {
    open: to(async (scene) => `/admin/users?search=${(await scene.protectedUser()).email}`),
    submit: inTurn(more, item('Restablecer verificación en dos pasos'), yes('Restablecer')),
  },
  removeUserAvatar: {
    open: inTurn((_page, scene) => scene.givePicture('user2'), to(`/admin/users?search=${PEOPLE.user2}`)),
    submit: inTurn(more, item('Quitar imagen')),
  },
  endUserSession: {
    open: inTurn(
      (_page, scene) => scene.signInElsewhere('user2'),
      (_page, scene) => scene.makeKeyOf('user2'),
      to(`/admin/users?search=${PEOPLE.user2}`),
      more,
      item('Ver sesiones y claves'),
      dialog(/^Sesiones y claves de/),
    ),
    submit: (page) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^Cerrar la sesión / })
        .first()
        .click(),
  },
  revokeUserApiKey: { open: stay, submit: inTurn(press(/^Revocar la clave /), yes('Revocar')) },
  endUserSessions: {
    open: stay,
    submit: inTurn(press('Cerrar todas las sesiones'), yes('Cerrar todas las sesiones')),
  },
  checkInvitations: {
    open: to('/admin/users?tab=invitations&invite=many'),
    fill: inTurn((page, scene) => type({ Emails: address() })(page, scene), demoIberia),
    submit: press('Comprobar'),
  },
  createInvitation: [
    {
      from: 'useSending in invite-many-results.tsx',
      open: (page) => page.getByRole('list', { name: 'Resultado por email' }).waitFor(),
      submit: press(/^Enviar (1 invitación|la que falta)$/),
    },
    {
      from: 'InviteDialog in invite-dialog.tsx',
      open: to('/admin/users?tab=invitations&invite=one'),
      fill: inTurn((page, scene) => type({ Email: address() })(page, scene), demoIberia),
      submit: press('Enviar invitación'),
    },
  ],
  resendInvitation: { open: to(invited), submit: press('Reenviar') },
  copyInvitationLink: { open: stay, submit: press('Copiar enlace') },
  cancelInvitation: { open: stay, submit: inTurn(press('Cancelar'), yes('Cancelar invitación')) },
  restoreInvitation: { open: stay, submit: again, fromToast: true },
} satisfies Entries;
