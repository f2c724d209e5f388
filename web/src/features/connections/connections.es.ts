import { defineTexts } from '../../platform/messages/define-texts.ts';

export const connectionsEs = {
  title: 'Conexiones con tu proveedor de identidad',
  description:
    'Tu proveedor de identidad (Entra ID, Okta…) da acceso a las personas de la empresa, y las da de alta, modifica y da de baja.',
  add: 'Añadir conexión',
  list: 'Conexiones de la empresa',
  loading: 'Leyendo las conexiones',
  none: 'Sin conexiones. Con la primera, tu proveedor podrá dar de alta y de baja a las personas.',
  facts: {
    role: 'Rol por defecto: {role}',
    groups: '{count, plural, one {# grupo con rol} other {# grupos con rol}}',
    heir: 'Tickets de quien se va: {name}',
    noHeir: 'Tickets de quien se va: sin asignar',
  },
  signOn: 'Inicio de sesión único',
  signOnOf: 'Inicio de sesión único de {name}',
  provisioning: 'Aprovisionamiento',
  provisioningOf: 'Aprovisionamiento de {name}',
  edit: 'Editar la conexión {name}',
  remove: 'Eliminar la conexión {name}',
  form: {
    createTitle: 'Añadir conexión',
    editTitle: 'Editar conexión',
    create: 'Añadir',
    save: 'Guardar cambios',
    name: 'Nombre',
    nameHint: 'Para reconocerla, por ejemplo el del proveedor.',
    nameMissing: 'Escribe un nombre',
    defaultRole: 'Rol por defecto',
    defaultRoleHint: 'Lo recibe quien no está en ningún grupo de la lista.',
    heir: 'Tickets de quien se va',
    heirHint: 'Recibe los tickets sin resolver de las personas que el proveedor da de baja.',
    groups: 'Roles por grupo',
    groupsHint: 'El nombre o el identificador del grupo, como lo envía el proveedor.',
    groupNumber: 'Grupo {number}',
    group: 'Grupo',
    groupMissing: 'Escribe un grupo',
    groupTwice: 'Este grupo ya está en la lista',
    role: 'Rol',
    addGroup: 'Añadir grupo',
    removeGroup: 'Quitar el grupo {number}',
  },
  created: 'Conexión añadida',
  saved: 'Cambios guardados',
  confirmRemove: '¿Eliminar la conexión {name}?',
  removeConsequence:
    'Sus tokens y el inicio de sesión único dejan de funcionar ahora mismo, y su registro se borra. Las personas se quedan, con la cuenta y el rol que tienen.',
  removeConfirm: 'Eliminar',
  removed: 'Conexión eliminada',
} as const;

export const connectionsTexts = defineTexts(connectionsEs, () =>
  import('./connections.en.ts').then((file) => file.connectionsEn),
);
