/** An e-mail address, trimmed and lower-cased: ASCII, "text@text.text". */
export const EMAIL_ADDRESS = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** Whether what was typed is one, however it is spaced and cased. */
export const isEmail = (typed: string) => EMAIL_ADDRESS.test(typed.normalize('NFC').trim().toLowerCase());

/** 'acme.com' of 'ana@acme.com'. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** 'ana' of 'ana@acme.com': what a person without a name is called by. */
export const localPartOf = (email: string): string => email.replace(/@[^@]*$/, '');
