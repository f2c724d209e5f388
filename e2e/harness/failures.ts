import type { Route } from '@playwright/test';

type Answer = Parameters<Route['fulfill']>[0];
export type Failure = {
  answer: Answer | 'cut';
  /** What a person reads where a screen has no words of its own for it. */
  words: string;
};

const HTML = { contentType: 'text/html' };
const UNREADABLE = 'una respuesta que no se entiende';
export const TOO_LARGE = '413 with a page';

/**
 * Every way in which an answer can fail, of our server or of a proxy in front of it. Not among them: a success whose
 * body is an object of the wrong shape, which is believed (docs/decisions/0013).
 */
export const FAILURES: Record<string, Failure> = {
  '500 with {}': { answer: { status: 500, json: {} }, words: 'Error inesperado del servidor.' },
  '200 with a page': {
    answer: { ...HTML, status: 200, body: '<!doctype html><title>Sign in</title>' },
    words: UNREADABLE,
  },
  '200 with nothing': { answer: { status: 200, body: '' }, words: UNREADABLE },
  [TOO_LARGE]: {
    answer: { ...HTML, status: 413, body: '<h1>413 Request Entity Too Large</h1>' },
    words: 'demasiado grande',
  },
  '502 of a balancer': {
    answer: { ...HTML, status: 502, body: '<h1>Bad Gateway</h1>' },
    words: 'El servidor no está disponible',
  },
  'a cut connection': { answer: 'cut', words: 'No hay conexión con el servidor.' },
};

/** What the browser itself writes on its console about them. */
export const FAILURES_ON_CONSOLE = /status of 50[02]|net::ERR_CONNECTION_RESET/;

export const failWith = (route: Route, { answer }: Failure): Promise<void> =>
  answer === 'cut' ? route.abort('connectionreset') : route.fulfill(answer);
