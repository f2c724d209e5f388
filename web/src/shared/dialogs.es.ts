import { defineTexts } from '../platform/messages/define-texts.ts';

export const dialogsEs = {
  close: 'Cerrar',
  cancel: 'Cancelar',
  confirm: 'Confirmar',
  unsaved: {
    title: '¿Descartar los cambios?',
    consequence: 'Lo que has cambiado y no has guardado se perderá.',
    discard: 'Descartar',
    stay: 'Seguir editando',
  },
  backOnline: 'Ya hay conexión. Vuelve a intentarlo.',
  typeName: 'Escribe {name} para confirmar',
  organization: {
    label: 'Empresa',
    placeholder: 'Busca una empresa',
    all: 'Todas las empresas',
    loading: 'Buscando...',
    empty: 'Ninguna empresa coincide',
    failed: 'No se han podido cargar las empresas',
    retry: 'Reintentar',
    clear: 'Quitar la empresa',
    gone: 'Empresa inexistente',
    unnamed: 'Nombre no disponible',
  },
} as const;

export const dialogsTexts = defineTexts(dialogsEs, () =>
  import('./dialogs.en.ts').then((file) => file.dialogsEn),
);
