import type { TestServer } from '../../../../platform/testing/server.ts';

/** Dollars of the test: 1.085 for a euro. */
export const DOLLARS = 1_085_000;

/** Gives the rate of the dollar, of today or some days before. */
export const giveRate = async (server: TestServer, rate_micros = DOLLARS, days_ago = 0): Promise<unknown> =>
  server.database.pool.query(
    `insert into exchange_rates (currency, day, rate_micros, source) values ('USD', billing_today() - $2::int, $1, 'BCE')`,
    [rate_micros, days_ago],
  );
