import type pg from 'pg';
import { USER, dropIndexes } from './data.queries.ts';

/**
 * Fills a database that has organizations with so many tickets and so many invoices, spread evenly over them. Of the
 * first organization every fiftieth ticket is of the user whom the bench signs in as.
 */
export async function buildWork(client: pg.ClientBase, each: number): Promise<void> {
  const indexes = [...(await dropIndexes(client, 'tickets')), ...(await dropIndexes(client, 'invoices'))];
  await client.query(
    `with numbered as (select id, row_number() over (order by id) - 1 as nth from organizations)
     insert into tickets (organization_id, title, description, priority, status, created_by, created_by_name,
       created_at)
     select o.id, 'Incidencia ' || n || ' ' ||
         (array['Impresora', 'Factura', 'Acceso', 'Contraseña', 'Exportación', 'Correo', 'Pantalla', 'Red',
           'Informe', 'Permisos'])[1 + n % 10] || ' ' ||
         (array['Almería', 'Bilbao', 'Cádiz', 'Girona', 'Huelva', 'Jaén', 'León', 'Málaga', 'Oviedo', 'Palencia',
           'Sevilla', 'Toledo', 'Valencia', 'Zamora', 'Alicante', 'Burgos', 'Córdoba', 'Granada', 'Lugo',
           'Murcia', 'Pamplona', 'Salamanca', 'Segovia', 'Teruel', 'Vigo', 'Zaragoza'])[1 + n % 26],
       'Desde ayer no funciona como antes: al abrirla se queda en blanco y hay que empezar otra vez. Puesto ' || n,
       (array['urgent', 'high', 'medium', 'low'])[1 + n % 4], (array['open', 'in_progress', 'open'])[1 + n % 3],
       u.id, 'Persona ' || n, now() - n * interval '20 seconds'
     from generate_series(1, $1::int) n
     join numbered o on o.nth = n % (select count(*) from organizations)
     left join profiles u on u.email = $2 and u.organization_id = o.id and n % 50 = 0`,
    [each, USER],
  );
  await client.query(
    `insert into invoice_series (series, year, last_number)
     values ('A', extract(year from now()), $1)`,
    [each],
  );
  await client.query(
    `with numbered as (select id, name, row_number() over (order by id) - 1 as nth from organizations)
     insert into invoices (organization_id, series, year, number, kind, issued_on, due_on, currency,
       subtotal_cents, tax_cents, total_cents, tax_treatment, customer_name, customer_tax_id, charge, hash)
     select o.id, 'A', extract(year from now()), n, 'standard', current_date - n % 365, current_date, 'USD',
       10000, 2100, 12100, 'standard', o.name, 'B' || lpad((o.nth % 100000000)::text, 8, '0'), 'other', 'bench'
     from generate_series(1, $1::int) n
     join numbered o on o.nth = n % (select count(*) from organizations)`,
    [each],
  );
  for (const definition of indexes) await client.query(definition);
  await client.query('vacuum analyze');
}
