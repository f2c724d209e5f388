/** What was written, for the person who opens the file and for programs. */
export type Manifest = {
  organization: { id: string; name: string };
  generated_at: string;
  /** With internal notes and what is in the bin. */
  internal: boolean;
  tables: { name: string; rows: number; csv: string; json: string }[];
  attachments: { files: number; bytes: number; missing: string[] };
};

const TEXTS = {
  es: {
    title: (name: string) => `Datos de ${name}`,
    made: (when: string) => `Exportados por Atalaya el ${when} (UTC).`,
    internal: 'Incluyen las notas internas y lo que está en la papelera: no se los des a la empresa.',
    tables: 'Cada tabla está dos veces, en csv/ (UTF-8, separado por punto y coma) y en json/:',
    attachments: (files: number) =>
      `En attachments/ están los archivos de los tickets, por número: ${files}.`,
    missing: 'Estos archivos ya no estaban en el almacén:',
    notes:
      'Los importes son céntimos enteros; las horas, UTC. Cada tabla es de cuando se leyó, en los minutos que tardó la exportación. No hay contraseñas ni claves.',
  },
  en: {
    title: (name: string) => `Data for ${name}`,
    made: (when: string) => `Exported by Atalaya on ${when} (UTC).`,
    internal: 'This includes internal notes and what’s in the trash: don’t give it to the company.',
    tables: 'Each table is included twice, in csv/ (UTF-8, semicolon-separated) and in json/:',
    attachments: (files: number) => `Ticket attachments are in attachments/, by ticket number: ${files}.`,
    missing: 'These files were no longer in storage:',
    notes:
      'Amounts are in whole cents; times are in UTC. Each table is as of when it was read, within the minutes the export took. No passwords or keys are included.',
  },
} as const;

/** README.txt: plain text with the line ends that every editor shows. */
export function readmeOf(manifest: Manifest, language: 'es' | 'en'): string {
  const t = TEXTS[language];
  const { organization, generated_at, internal, tables, attachments } = manifest;
  const lines = [
    t.title(organization.name),
    '',
    t.made(generated_at.slice(0, 16).replace('T', ' ')),
    ...(internal ? [t.internal] : []),
    '',
    t.tables,
    ...tables.map(({ name, rows }) => `- ${name}: ${rows}`),
    '',
    t.attachments(attachments.files),
    ...(attachments.missing.length > 0 ? [t.missing, ...attachments.missing.map((path) => `- ${path}`)] : []),
    '',
    t.notes,
    '',
  ];
  return lines.join('\r\n');
}
