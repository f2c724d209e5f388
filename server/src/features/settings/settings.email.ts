import { renderMail } from '../../platform/mail/layout.ts';
import type { Message } from '../../platform/mail/message.ts';

/** What a person who configures mail sends to themselves. `organization`: whose mails they are; null: the system's. */
export function testMail(mail: { to: string; language: 'es' | 'en'; organization: string | null }): Message {
  const { to, language, organization } = mail;
  const whose = organization ?? 'Atalaya';
  const texts =
    language === 'en'
      ? {
          subject: `Test email from ${whose}`,
          title: 'Email works',
          paragraphs: [`This is how emails from ${whose} will look. You sent this test from Settings.`],
        }
      : {
          subject: `Correo de prueba de ${whose}`,
          title: 'El correo funciona',
          paragraphs: [`Así llegan los correos de ${whose}. Lo has pedido en Configuración.`],
        };
  return { to, ...renderMail({ language, ...texts }) };
}
