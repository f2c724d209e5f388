import { DAY } from '@atalaya/contract/formats';
import { rolesEn } from '@atalaya/contract/role-texts.en';
import { rolesEs } from '@atalaya/contract/role-texts.es';
import type { Role } from '@atalaya/contract/roles';
import { renderMail } from '../../platform/mail/layout.ts';
import type { Message } from '../../platform/mail/message.ts';
import { plainName } from '../../platform/mail/plain-name.ts';

type Language = 'es' | 'en';

const ROLE_TEXTS = { es: rolesEs, en: rolesEn };

/** The day on which it ends, as the organization counts days. */
function day({ expires_at, language, time_zone }: InvitationMail): string {
  return new Intl.DateTimeFormat(language, { ...DAY, timeZone: time_zone }).format(expires_at);
}

export type InvitationMail = {
  to: string;
  language: Language;
  time_zone: string;
  link: string;
  role: Role;
  expires_at: Date;
  /** null where the organization or the inviter has no name */
  organization_name: string | null;
  inviter_name: string | null;
};

/**
 * The invitation itself: who invites, to what, as what, until when. Its reader may know neither: the names that the
 * inviter has chosen are in one sentence, marked as names, and never in the subject or the title.
 */
export function invitationMail(mail: InvitationMail): Message {
  const inviter_name = plainName(mail.inviter_name);
  const organization_name = plainName(mail.organization_name);
  const roles = ROLE_TEXTS[mail.language];
  const role = roles[mail.role];
  const unnamed = roles.admin.name;
  const until = day(mail);
  if (mail.language === 'en') {
    const inviter = inviter_name ? `“${inviter_name}”` : unnamed;
    const organization = organization_name ? `“${organization_name}”` : 'the company';
    return {
      to: mail.to,
      ...renderMail({
        language: 'en',
        subject: 'You’ve been invited to Atalaya',
        title: 'You’ve been invited',
        paragraphs: [
          `${inviter} has invited you to join ${organization} on Atalaya.`,
          `Your role: ${role.name}. ${role.description}.`,
          `The invitation is valid until ${until}.`,
        ],
        button: { label: 'Accept invitation', url: mail.link },
        footnote: 'If you weren’t expecting this invitation, you can ignore this message.',
      }),
    };
  }
  const inviter = inviter_name ? `«${inviter_name}»` : unnamed;
  const organization = organization_name ? `«${organization_name}»` : 'la organización';
  return {
    to: mail.to,
    ...renderMail({
      language: 'es',
      subject: 'Te han invitado a Atalaya',
      title: 'Tienes una invitación',
      paragraphs: [
        `${inviter} te ha invitado a unirte a ${organization} en Atalaya.`,
        `Tu rol: ${role.name}. ${role.description}.`,
        `La invitación es válida hasta el ${until}.`,
      ],
      button: { label: 'Aceptar Invitación', url: mail.link },
      footnote: 'Si no esperabas esta invitación, puedes ignorar este mensaje.',
    }),
  };
}

/** Two days before it expires. */
export function reminderMail(mail: InvitationMail): Message {
  const until = day(mail);
  const organization_name = plainName(mail.organization_name);
  if (mail.language === 'en') {
    const organization = organization_name ? `“${organization_name}”` : 'the company';
    return {
      to: mail.to,
      ...renderMail({
        language: 'en',
        subject: 'Your invitation to Atalaya expires soon',
        title: 'Your invitation expires soon',
        paragraphs: [`You can still join ${organization} until ${until}.`],
        button: { label: 'Accept invitation', url: mail.link },
        footnote: 'If you weren’t expecting this invitation, you can ignore this message.',
      }),
    };
  }
  const organization = organization_name ? `«${organization_name}»` : 'la organización';
  return {
    to: mail.to,
    ...renderMail({
      language: 'es',
      subject: 'Tu invitación a Atalaya expira pronto',
      title: 'Tu invitación expira pronto',
      paragraphs: [`Todavía puedes unirte a ${organization} hasta el ${until}.`],
      button: { label: 'Aceptar Invitación', url: mail.link },
      footnote: 'Si no esperabas esta invitación, puedes ignorar este mensaje.',
    }),
  };
}

export type InviterMail = {
  to: string;
  language: Language;
  unsubscribe: string | undefined;
  news: 'accepted' | 'declined' | 'expired' | 'renewal_requested';
  email: string;
  organization_name: string;
  /** The list of invitations. */
  link: string;
};

const NEWS: Record<Language, Record<InviterMail['news'], { subject: string; body: string }>> = {
  es: {
    accepted: { subject: 'Invitación aceptada', body: 'ha aceptado tu invitación a' },
    declined: { subject: 'Invitación rechazada', body: 'ha rechazado tu invitación a' },
    expired: { subject: 'Invitación expirada', body: 'no ha respondido a tiempo a tu invitación a' },
    renewal_requested: { subject: 'Piden un enlace nuevo', body: 'pide un enlace nuevo para unirse a' },
  },
  en: {
    accepted: { subject: 'Invitation accepted', body: 'accepted your invitation to' },
    declined: { subject: 'Invitation declined', body: 'declined your invitation to' },
    expired: { subject: 'Invitation expired', body: 'didn’t respond in time to your invitation to' },
    renewal_requested: { subject: 'New link requested', body: 'requested a new link to join' },
  },
};

/** What became of an invitation, to the person who sent it. */
export function inviterMail(mail: InviterMail): Message {
  const news = NEWS[mail.language][mail.news];
  return {
    to: mail.to,
    ...renderMail({
      language: mail.language,
      subject: `${news.subject}: ${mail.email}`,
      title: news.subject,
      paragraphs: [`${mail.email} ${news.body} ${mail.organization_name}.`],
      button: { label: mail.language === 'en' ? 'View invitations' : 'Ver invitaciones', url: mail.link },
      ...(mail.unsubscribe ? { unsubscribe: mail.unsubscribe } : {}),
    }),
  };
}
