import { createPrivateKey } from 'node:crypto';
import type { Actor } from '../../../platform/core/actor.ts';
import type { Attachment } from '../../../platform/mail/message.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { openCertificate } from '../verifactu/certificate.service.ts';
import { noFacturae, writeFacturae } from './facturae.ts';
import { getDelivery } from './facturae.queries.ts';
import { getDetail } from './invoices.service.ts';

/**
 * An invoice that the actor may see as Facturae, signed now with the certificate of the issuer.
 * @throws object.not_found, invoice.no_facturae with what is missing
 */
export async function facturaeFile(platform: Platform, actor: Actor, id: string): Promise<Attachment> {
  const { code, xml } = await platform.database.withActor(actor, 'read any invoice', async (db) => {
    const invoice = await getDetail(platform, db, id);
    const delivery = await getDelivery(db, invoice.organization.id);
    return { code: invoice.code, xml: writeFacturae(invoice, platform.config, delivery) };
  });
  const signer = await getSigner(platform);
  // Its library is read for the first file: a start does not wait for it.
  const { signXades } = await import('./xades.ts');
  const content = signXades(xml, signer, new Date());
  return { filename: `factura-${code}.xsig`, content, contentType: 'application/xml; charset=utf-8' };
}

/** The certificate of the issuer, where it can sign now. @throws invoice.no_facturae */
async function getSigner(platform: Platform) {
  const opened = await platform.database.withSystem('sign an invoice as its issuer', (db) =>
    openCertificate(platform, db),
  );
  if (!opened) throw noFacturae('certificate');
  if (!opened.is_valid) throw noFacturae('certificate_dates');
  if (createPrivateKey(opened.key).asymmetricKeyType !== 'rsa') throw noFacturae('certificate_key');
  return opened;
}
