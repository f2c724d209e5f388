import { expect, type BrowserContext, type ConsoleMessage } from '@playwright/test';

/**
 * The browser itself reports every refused request: those are for the tests to judge, a failing server is not, nor
 * what is read and refused for the state that it is in.
 */
const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/;

function describe(message: ConsoleMessage): string {
  return `${message.text()} (${message.location().url})`;
}

/**
 * Watches all pages of a context: errors on the console, uncaught exceptions, violations of the content security
 * policy (which the browser reports on the console), reads that are in conflict and requests to any other origin.
 * Returns the check to run when the test is over.
 */
export function watch(context: BrowserContext, origin: string, expected: RegExp[]): () => void {
  const problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED.test(message.text())) problems.push(describe(message));
  });
  context.on('weberror', (error) => {
    problems.push(error.error().stack ?? error.error().message);
  });
  // H5
  context.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol.startsWith('http') && asked !== origin)
      problems.push(`Request to another origin: ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() === 409 && response.request().method() === 'GET')
      problems.push(`A read was answered with a status of 409 (${response.url()})`);
  });
  return () => {
    const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
    expect(unexpected, 'errors in the browser').toEqual([]);
  };
}
