import type { Settings } from './settings.api.ts';

/** As they are typed: hours as digits, domains one per line. */
export type SecurityValues = {
  two_factor_required: boolean;
  session_idle_hours: string;
  session_absolute_hours: string;
  allowed_domains: string;
};

export function securityValues(settings: Settings): SecurityValues {
  return {
    two_factor_required: settings.two_factor_required,
    session_idle_hours: String(settings.session_idle_hours ?? ''),
    session_absolute_hours: String(settings.session_absolute_hours ?? ''),
    allowed_domains: settings.allowed_domains.join('\n'),
  };
}

/** The parts between spaces, commas, semicolons and line ends, each once; an '@' before a domain is dropped. */
export function domainsOf(typed: string): string[] {
  const domains = typed
    .split(/[\s,;]+/)
    .map((each) => each.replace(/^@/, '').toLowerCase())
    .filter((each) => each !== '');
  return [...new Set(domains)];
}

export const isDomain = (text: string) => /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text) && text.length <= 253;
export const isHours = (typed: string, max: number) => /^[1-9]\d{0,2}$/.test(typed) && Number(typed) <= max;
