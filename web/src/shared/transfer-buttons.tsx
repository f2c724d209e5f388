import { usePermissions } from '../platform/use-permissions.ts';
import { ExportButton } from './export-button.tsx';
import { ImportButton } from './import-button.tsx';
import type { ExportRequest } from './run-export.ts';

/** 'Exportar' and 'Importar' of people, for whoever may; loaded after the list. */
export function TransferButtons({ what }: { what: () => ExportRequest }) {
  const { may } = usePermissions();
  return (
    <>
      {may('users.export') ? <ExportButton what={what} /> : null}
      {may('users.create') ? <ImportButton resource="users" /> : null}
    </>
  );
}
