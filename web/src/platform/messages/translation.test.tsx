import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { defineTexts } from './define-texts.ts';
import { LanguageProvider } from './language.tsx';
import { mergeMessages } from './translation.ts';
import { translatorOf } from './use-texts.ts';

afterEach(() => vi.unstubAllGlobals());

const spanish = { title: 'Hola', nested: { one: 'Uno', two: 'Dos' } };

test('what a translation lacks or leaves empty shows in Spanish, and what is surplus does not exist', () => {
  const merged = mergeMessages(spanish, { title: '', nested: { two: 'Two', three: 'Three' }, more: 'More' });
  expect(merged).toEqual({ title: 'Hola', nested: { one: 'Uno', two: 'Two' } });
});

test('a compiled message is taken as a whole: the merge does not enter arrays', () => {
  const compiled = { greeting: ['Hola ', ['name']], plain: 'x' };
  expect(mergeMessages(compiled, { greeting: ['Hello ', ['name']] })).toEqual({
    greeting: ['Hello ', ['name']],
    plain: 'x',
  });
});

test('a branch where Spanish has a text, or the other way round, does not get in', () => {
  expect(mergeMessages(spanish, { nested: 'x' })).toEqual(spanish);
});

test('Spanish is there at once; English is loaded when it is first read, and only once', async () => {
  let loads = 0;
  const texts = defineTexts({ hello: 'Hola', bye: 'Adiós' }, async () => {
    loads += 1;
    return { hello: 'Hello', bye: '' };
  });
  expect(texts.read('es')).toMatchObject({ status: 'fulfilled', value: { hello: 'Hola', bye: 'Adiós' } });
  expect(loads).toBe(0);
  const [first, second] = await Promise.all([texts.read('en'), texts.read('en')]);
  expect(first).toEqual({ hello: 'Hello', bye: 'Adiós' });
  expect(second).toBe(first);
  expect(texts.read('en')).toBe(texts.read('en'));
  expect(loads).toBe(1);
});

test('English that is chosen already is loaded ahead, and then read without waiting', async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'en' });
  renderToString(<LanguageProvider>{null}</LanguageProvider>);
  const english = vi.fn(async () => Promise.resolve({ hello: 'Hello' }));
  const texts = defineTexts({ hello: 'Hola' }, english);
  expect(english).toHaveBeenCalledOnce();
  await texts.read('en');
  expect(texts.read('en')).toMatchObject({ status: 'fulfilled', value: { hello: 'Hello' } });
});

test('English that cannot be loaded leaves Spanish', async () => {
  const texts = defineTexts({ hello: 'Hola' }, () => Promise.reject(new Error('gone')));
  expect(await texts.read('en')).toEqual({ hello: 'Hola' });
});

test('messages take their arguments and the plural of their language', () => {
  const messages = { rows: '{count, plural, one {# fila} other {# filas}} de {name}' } as const;
  const t = translatorOf(messages, 'es');
  expect(t('rows', { count: 1, name: 'Ana' })).toBe('1 fila de Ana');
  expect(t('rows', { count: 2, name: 'Ana' })).toBe('2 filas de Ana');
});
