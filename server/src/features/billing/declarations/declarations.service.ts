import type { Declaration, declarationRoutes } from '@atalaya/contract/declarations';
import type { z } from 'zod';
import type { By } from '../../../platform/core/actor.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import type { Attachment } from '../../../platform/mail/message.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import { requireOwner } from '../../account/two-factor/owner.service.ts';
import { SYSTEM } from '../verifactu/verifactu-record.ts';
import { VERSION } from '../verifactu/verifactu-recording.service.ts';
import { readToday } from '../../../platform/database/clock.ts';
import { findIssuer } from '../verifactu/verifactu.queries.ts';
import { declarationPdf } from './declaration-pdf.ts';
import { TITLE, hashPoints, isComplete, pointsOf, signaturePoint } from './declaration.ts';
import type { Declared, Point } from './declaration.ts';
import { insertDeclaration, listDeclarations, readDatabaseVersion } from './declarations.queries.ts';
import type { DeclarationRow } from './declarations.queries.ts';

/** The declaration of what is running, and who signed it and those before. */
export const readDeclaration = (platform: Platform): Promise<Declaration> =>
  platform.database.withSystem('read the responsible declaration', (db) => declarationOf(platform, db));

async function declaredBy({ config }: Platform, db: SystemDb): Promise<Declared> {
  const issuer = await findIssuer(db);
  const { invoiceIssuer: printed, issuerAddress: address } = config;
  const [node = ''] = process.versions.node.split('.');
  return {
    system: { ...SYSTEM, version: VERSION },
    runtime: { node, postgres: await readDatabaseVersion(db) },
    producer: { name: issuer?.name ?? printed.name, tax_id: issuer?.tax_id ?? printed.tax_id, address },
  };
}

async function declarationOf(platform: Platform, db: SystemDb): Promise<Declaration> {
  const declared = await declaredBy(platform, db);
  const points = pointsOf(declared);
  const hash = hashPoints(points);
  const all = await listDeclarations(db);
  const signed = all.find((row) => row.hash === hash) ?? null;
  return {
    version: VERSION,
    title: TITLE,
    points: signed?.points ?? [...points, signaturePoint('', null)],
    hash,
    is_complete: isComplete(declared),
    signed: signed && toSignature(signed),
    earlier: all.filter((row) => row !== signed).map(toSignature),
  };
}

const toSignature = ({ id, version, name, signed_at }: DeclarationRow) => ({
  id,
  version,
  name,
  signed_at: signed_at.toISOString(),
});

/**
 * Signs what was read, by name; signed once more, it answers the signature that there is.
 * @throws declaration.incomplete, declaration.changed where another is read by now, what `requireOwner` throws
 */
export async function signDeclaration(
  platform: Platform,
  by: By,
  { hash, name, ...proof }: z.output<typeof declarationRoutes.signDeclaration.body>,
): Promise<Declaration> {
  await requireOwner(platform, by, proof);
  return platform.database.withSystem('sign the responsible declaration', async (db) => {
    const declared = await declaredBy(platform, db);
    if (!isComplete(declared)) throw new AppError('declaration.incomplete');
    const points = pointsOf(declared);
    if (hashPoints(points) !== hash) throw new AppError('declaration.changed');
    const town = declared.producer.address.town ?? '';
    const day = await readToday(db);
    const signed = [...points, signaturePoint(town, { name, day })];
    const row = { version: VERSION, hash, name, points: signed };
    if (await insertDeclaration(db, { ...row, signed_by: by.actor.profile_id }))
      await recordChange(db, by, {
        action: 'verifactu.declared',
        object_type: 'verifactu',
        object_id: null,
        organization_id: null,
        after: { version: VERSION, name, hash },
      });
    return declarationOf(platform, db);
  });
}

/** The declaration of this version as a file, or one that was signed, by its id. @throws object.not_found */
export async function declarationFile(
  platform: Platform,
  id: string | undefined,
): Promise<Attachment & { content: Buffer }> {
  const found = await platform.database.withSystem('write the responsible declaration', async (db) => {
    if (id === undefined) {
      const { version, points, hash, signed } = await declarationOf(platform, db);
      return { version, points, hash, name: nameIn(points), at: signed && new Date(signed.signed_at) };
    }
    const row = (await listDeclarations(db)).find((each) => each.id === id);
    if (!row) throw new AppError('object.not_found');
    return {
      version: row.version,
      points: row.points,
      hash: row.hash,
      name: nameIn(row.points),
      at: row.signed_at,
    };
  });
  const { version, points, hash, name: author, at } = found;
  const content = await declarationPdf(points, { author, on: at ?? new Date(0), hash });
  return { filename: `declaracion-responsable-${version}.pdf`, content, contentType: 'application/pdf' };
}

/** Whose it is. */
const nameIn = (points: Point[]) => points.find(({ letter }) => letter === 'h')?.text ?? '';
