import { numberFormat } from '@atalaya/contract/formats';
import { UNLIMITED_SEATS } from '@atalaya/contract/limits';
import type { Language } from '../../platform/messages/chosen-language.ts';
import type { Translate } from '../../platform/messages/use-texts.ts';
import type { rolesEs } from '@atalaya/contract/role-texts.es';
import { type Difference, differencesOf } from '@atalaya/contract/differences';
import type { AuditEntry, ListedEntry } from './audit.api.ts';
import { auditEs } from './audit.es.ts';

export type AuditWords = {
  t: Translate<typeof auditEs>;
  roles: Translate<typeof rolesEs>;
  language: Language;
};

/** Changes that a sentence tells one by one. */
const TOLD = 3;

type Tree = { readonly [key: string]: unknown };

/** Whether there is a text under this path: actions come from the server, and may be newer than these texts. */
function has(...path: string[]): boolean {
  let node: unknown = auditEs;
  for (const key of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return false;
    node = (node as Tree)[key];
  }
  return true;
}

type Values = Record<string, string | number>;

/** The text under a path that `has` found. */
function textAt({ t }: AuditWords, path: string[], values: Values = {}): string {
  return (t as (key: string, values: Values) => string)(path.join('.'), values);
}

const split = (action: string) =>
  [action.split('.', 1)[0] ?? '', action.slice(action.indexOf('.') + 1)] as const;

/** The nouns that one can filter by, and the verbs of one. */
export const NOUNS = Object.keys(auditEs.actions);
export const verbsOf = (noun: string): string[] => Object.keys((auditEs.actions as Tree)[noun] ?? {});

/** 'Usuarios' */
export const nounText = (words: AuditWords, noun: string) =>
  has('nouns', noun) ? textAt(words, ['nouns', noun, 'many']) : noun;

/** 'Modificación' */
export function verbText(words: AuditWords, action: string): string {
  const [noun, verb] = split(action);
  const key = [`${noun}_${verb}`, verb].find((each) => has('verbs', each));
  return key === undefined ? verb : textAt(words, ['verbs', key]);
}

export const fieldText = (words: AuditWords, field: string) =>
  has('fields', field) ? textAt(words, ['fields', field]) : field;

/** Who did it: the name, else the address; of people of the system without a name that they are of the system. */
export function actorText({ t }: AuditWords, { actor, request_id }: AuditEntry): string {
  if (actor) return actor.name ?? actor.email ?? t('support');
  return request_id === null ? t('system') : t('notSignedIn');
}

export function objectText(words: AuditWords, { object_name, object_type }: AuditEntry): string {
  if (object_name !== null) return object_name;
  return has('nouns', object_type) ? textAt(words, ['nouns', object_type, 'one']) : words.t('unknownObject');
}

/** Their names are phrases of their own, which end anywhere. */
const TITLED = new Set(['ticket', 'canned_reply']);

function objectInSentence(words: AuditWords, entry: AuditEntry): string {
  const text = objectText(words, entry);
  return TITLED.has(entry.object_type) && entry.object_name !== null
    ? words.t('quoted', { value: text })
    : text;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);

/** Names of objects by their ids; null: the object is deleted. An id that is missing here has no known name. */
type Names = Readonly<Record<string, string | null>>;

/** Its end, since the beginnings of ids of one minute are the same. */
const shortened = (id: string) => `…${id.slice(-8)}`;

const AMOUNT = { minimumFractionDigits: 2, useGrouping: 'always' } as const;

/** A value as a person reads it, its ids by their names where these are known; '' for none. */
export function valueText(words: AuditWords, field: string, value: unknown, names?: Names): string {
  const named = (each: unknown) => {
    if (!names || !isId(each)) return each;
    const name = names[each];
    return name === undefined ? shortened(each) : (name ?? words.t('gone'));
  };
  if (value === null || value === undefined || value === '') return '';
  if (field === 'max_users' && value === UNLIMITED_SEATS) return words.t('unlimited');
  if (typeof value === 'boolean') return words.t(value ? 'yes' : 'no');
  // The currency is a field of its own.
  if (field.endsWith('_cents') && typeof value === 'number')
    return numberFormat(words.language, AMOUNT).format(value / 100);
  if (field === 'role' && (value === 'user' || value === 'admin' || value === 'super_admin'))
    return words.roles(`${value}.name`);
  if (typeof value === 'string')
    return has('values', field, value) ? textAt(words, ['values', field, value]) : String(named(value));
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return value.map(named).join(', ');
  return JSON.stringify(value, (_key, each: unknown) => named(each));
}

function changeText(words: AuditWords, { field, before, after }: Difference): string {
  const { t } = words;
  const quote = (value: unknown) => {
    const text = valueText(words, field, value);
    return text === '' ? t('nothing') : t('quoted', { value: text });
  };
  const named = { field: fieldText(words, field), before: quote(before), after: quote(after) };
  return valueText(words, field, before) === '' ? t('filled', named) : t('change', named);
}

/** Ids say nothing to a person: another field has the name of the object, and the open change shows it. */
const isAboutIds = ({ before, after }: Difference) => isId(before) || isId(after);

/** 'Ana López modificó a Luis Gil: rol de «Usuario» a «Administrador».' An action without a text gets a neutral one. */
export function sentenceOf(words: AuditWords, entry: AuditEntry): string {
  const { t, language } = words;
  const [noun, verb] = split(entry.action);
  const named = { actor: actorText(words, entry), object: objectInSentence(words, entry) };
  const sentence = has('actions', noun, verb)
    ? textAt(words, ['actions', noun, verb], named)
    : t('unknownAction', { ...named, action: entry.action });
  // Of what is new or gone, every field would be a change.
  const differences =
    entry.before === null || entry.after === null
      ? []
      : differencesOf(entry).filter((each) => !isAboutIds(each));
  if (differences.length === 0) return `${sentence}.`;
  const told = differences.slice(0, TOLD).map((each) => changeText(words, each));
  const rest = differences.length - told.length;
  if (rest > 0) told.push(t('more', { count: String(rest) }));
  const changes = new Intl.ListFormat(language, { type: 'conjunction' }).format(told);
  return `${t('withChanges', { sentence, changes })}.`;
}

/** 'y 3 personas desactivadas': what else the request of a change did; '' for nothing else. */
export function partsText(words: AuditWords, { parts }: Pick<ListedEntry, 'parts'>): string {
  const counts = Object.entries(parts).toSorted(([, one], [, other]) => other - one);
  const named = counts.filter(([action]) => has('parts', ...split(action))).slice(0, TOLD - 1);
  const told = named.map(([action, count]) => textAt(words, ['parts', ...split(action)], { count }));
  const rest = counts.filter((each) => !named.includes(each)).reduce((sum, [, count]) => sum + count, 0);
  if (rest > 0) told.push(words.t('partsOther', { count: rest }));
  if (told.length === 0) return '';
  return words.t('and', { parts: new Intl.ListFormat(words.language, { type: 'conjunction' }).format(told) });
}
