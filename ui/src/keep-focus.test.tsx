import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { keepFocus } from './keep-focus.ts';

let stop = () => undefined as void;

beforeEach(() => {
  document.body.innerHTML = `
    <button id="menu">Menú</button>
    <main id="home" tabindex="-1">
      <form><button id="clear">Limpiar</button><button id="view">Vista</button></form>
      <ul>
        <li id="a"><button>Editar a</button><button>Eliminar a</button></li>
        <li id="b"><button>Editar b</button><button>Eliminar b</button></li>
        <li id="c"><button>Editar c</button><button>Eliminar c</button></li>
      </ul>
      <section><button id="alone">Reintentar</button></section>
    </main>`;
  stop = keepFocus(find('#home'));
});

afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const focused = () => expect.poll(() => document.activeElement?.id || document.activeElement?.textContent);
/** Long enough for any code that would move the focus. */
async function aWhile() {
  for (let frames = 0; frames < 4; frames += 1) await new Promise(requestAnimationFrame);
}

test('the focus of a row that goes is that of the row after it, and after the last of the one before', async () => {
  find('#b button').focus();
  find('#b').remove();
  await focused().toBe('Editar c');
  find('#c').remove();
  await focused().toBe('Editar a');
});

test('a button that goes hands the focus to what comes to stand in its place', async () => {
  find('#clear').focus();
  find('#clear').remove();
  await focused().toBe('view');
});

test('a button that is disabled hands it to the next, as the last page’s way to the next page does', async () => {
  find('#clear').focus();
  find('#clear').setAttribute('disabled', '');
  await focused().toBe('view');
});

test('a box without anything else in it hands it to the rest of the page, an empty page to its beginning', async () => {
  find('#alone').focus();
  find('#alone').remove();
  await focused().toBe('Editar a');
  find('#home').replaceChildren('Nada más');
  await focused().toBe('home');
});

test('what cannot be used, is not shown or lies behind a dialog is passed over', async () => {
  find('#a button').focus();
  find('#b').hidden = true;
  find('#c').innerHTML = '<button disabled>Editar c</button>';
  find('#a').remove();
  await focused().toBe('alone');
  find('#home').setAttribute('aria-hidden', 'true');
  find('#alone').remove();
  await aWhile();
  expect(document.activeElement).toBe(document.body);
});

test('after a dialog that is gone with what had opened it, it is where that stood', async () => {
  find('#b button:last-child').focus();
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div id="dialog"><button>Cancelar</button><button>Sí</button></div>',
  );
  find('#dialog button').focus();
  await userEvent.keyboard('{Tab}');
  await focused().toBe('Sí');
  find('#b').remove();
  find('#dialog').remove();
  await focused().toBe('Editar c');
});

test('after a dialog over a dialog, in which its button is gone, it is on the button beside that', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    `<div data-base-ui-portal><div id="below" tabindex="-1"><button id="resolve">Resolver</button><button>Cerrar</button></div>
      <div data-base-ui-portal id="over"><div tabindex="-1"><button id="yes">Sí</button></div></div></div>`,
  );
  find('#resolve').focus();
  find('#yes').focus();
  find('#resolve').remove();
  find('#over').remove();
  await focused().toBe('Cerrar');
});

test('where somebody has moved the focus meanwhile it stays, and where it was given up it is not brought back', async () => {
  find('#b button').focus();
  find('#b').remove();
  find('#menu').focus();
  await aWhile();
  await focused().toBe('menu');
  find('#menu').blur();
  find('#a').remove();
  await aWhile();
  expect(document.activeElement).toBe(document.body);
});
