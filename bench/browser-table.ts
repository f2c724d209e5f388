import type { Line, Moment } from './browser-visit.ts';
import { row } from './table.ts';

export type Sample = { form: Moment; screen: Moment; interaction: number };
export type Measured = Record<Line, Sample>;

/** Milliseconds from the navigation to the form, and from the sign-in to what one came for. */
const BARS: Record<Line, { form: number; screen: number }> = {
  plain: { form: 450, screen: 400 },
  slow: { form: 1_200, screen: 1_200 },
};
/** Milliseconds, on a machine as it is. */
const INTERACTION_MAX = 100;
/** Smaller ones are roundings of the browser. */
const SHIFT_MAX = 0.001;
const SCRIPTS = { form: 8, screen: 10 };
/** How many times as long people wait for Directus. */
const DIRECTUS_LEAST = 4;
/** What another product takes for its form and its list of people, and the address of the list here. */
export type Peer = Record<'form' | 'screen', Record<Line, Moment>> & { list: string };
/** A figure as it is told, and whether it is within its bar. */
type Cell = { text: string; holds: boolean };
type Row = { name: string; cells: Cell[] };

const told = (text: string): Cell => ({ text, holds: true });
const NOTHING = told('–');

const bound = (value: number, most: number, unit = '', digits = 0): Cell => ({
  text: `${value.toFixed(digits)}${unit}${value <= most ? '' : ` (bar ${most})`}`,
  holds: value <= most,
});

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Each screen in a row, with its bars where they are missed; what Directus takes; and whether no bar is missed. */
export function browserTable(
  screens: [string, Measured][],
  directus: Peer,
): { table: string; holds: boolean } {
  const form = formOf(screens.map(([, each]) => each));
  const list = screens.find(([address]) => address === directus.list)?.[1];
  if (!list) throw new Error(`${directus.list} was not measured`);
  const rows = [
    formRow(form),
    ...screens.map(screenRow),
    directusRow('Directus: the form of its sign-in', directus.form, form),
    directusRow('Directus: its list of people', directus.screen, {
      plain: list.plain.screen,
      slow: list.slow.screen,
    }),
  ];
  const isMet = ({ cells }: Row) => cells.every(({ holds }) => holds);
  return {
    table: [
      row([
        'median of five',
        'here',
        '40 ms, 10 Mbit/s, ¼ processor',
        'scripts',
        'sent in all',
        'interaction',
        'the same, ¼ processor',
        'layout shift',
        'within its bars',
      ]),
      row(['---', ...Array.from({ length: 7 }, () => '---:'), '---']),
      ...rows.map((each) =>
        row([each.name, ...each.cells.map(({ text }) => text), isMet(each) ? 'yes' : 'NO']),
      ),
    ].join('\n'),
    holds: rows.every(isMet),
  };
}

/** The form comes before every screen: the median of all its visits. */
function formOf(visits: Measured[]): Record<Line, Moment> {
  const of = (line: Line): Moment => {
    const moments = visits.map((visit) => visit[line].form);
    return {
      ms: median(moments.map(({ ms }) => ms)),
      scripts: Math.max(...moments.map(({ scripts }) => scripts)),
      kb: Math.max(...moments.map(({ kb }) => kb)),
      shift: Math.max(...moments.map(({ shift }) => shift)),
    };
  };
  return { plain: of('plain'), slow: of('slow') };
}

const formRow = ({ plain, slow }: Record<Line, Moment>): Row => ({
  name: 'the form of the sign-in',
  cells: [
    bound(plain.ms, BARS.plain.form, ' ms'),
    bound(slow.ms, BARS.slow.form, ' ms'),
    bound(Math.max(plain.scripts, slow.scripts), SCRIPTS.form),
    told(`${plain.kb.toFixed(0)} kB`),
    NOTHING,
    NOTHING,
    bound(Math.max(plain.shift, slow.shift), SHIFT_MAX, '', 3),
  ],
});

const screenRow = ([address, { plain, slow }]: [string, Measured]): Row => ({
  name: address,
  cells: [
    bound(plain.screen.ms, BARS.plain.screen, ' ms'),
    bound(slow.screen.ms, BARS.slow.screen, ' ms'),
    bound(plain.screen.scripts, SCRIPTS.screen),
    told(`${plain.screen.kb.toFixed(0)} kB`),
    bound(plain.interaction, INTERACTION_MAX, ' ms'),
    told(`${slow.interaction.toFixed(0)} ms`),
    bound(Math.max(plain.screen.shift, slow.screen.shift), SHIFT_MAX, '', 3),
  ],
});

function directusRow(name: string, its: Record<Line, Moment>, ours: Record<Line, Moment>): Row {
  const times = (line: Line): Cell => {
    const ratio = its[line].ms / ours[line].ms;
    const isEnough = ratio >= DIRECTUS_LEAST;
    return {
      text: `${its[line].ms.toFixed(0)} ms (× ${ratio.toFixed(1)}${isEnough ? '' : `, bar ${DIRECTUS_LEAST}`})`,
      holds: isEnough,
    };
  };
  return {
    name,
    cells: [
      times('plain'),
      times('slow'),
      told(String(its.plain.scripts)),
      told(`${its.plain.kb.toFixed(0)} kB`),
      NOTHING,
      NOTHING,
      NOTHING,
    ],
  };
}
