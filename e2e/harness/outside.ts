import { type TestDnsServer, startDnsServer } from '../../server/src/platform/testing/dns-server.ts';
import { startIssuer, type TestIssuer } from '../../server/src/platform/testing/issuer.ts';
import { test as base } from './test.ts';

/** Tests with a real OpenID provider and a DNS server; each is started where the environment of the server names it. */
export const test = base.extend<object, { issuer: TestIssuer; dns: TestDnsServer }>({
  issuer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const issuer = await startIssuer();
      await use(issuer);
      await issuer.close();
    },
    { scope: 'worker' },
  ],
  dns: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const dns = await startDnsServer();
      await use(dns);
      await dns.close();
    },
    { scope: 'worker' },
  ],
});

/** The issuer is another origin, and its own page is not ours to judge. */
export const ISSUER_ERRORS = /http:\/\/127\.0\.0\.1:|https:\/\/fonts\.googleapis\.com\//;
