import type { SignOn } from '@atalaya/contract/sso';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGuardedFetch } from '../../../platform/core/guarded-fetch.ts';
import { refreshAll, tellEnding } from './saml-refresh.service.ts';
import { deleteOldAnswers } from './saml.queries.ts';
import { makeSigner } from './testing/certificate.ts';
import { startSamlScene } from './testing/saml-scene.ts';
import type { SamlScene } from './testing/saml-scene.ts';

let scene: SamlScene;
beforeAll(async () => {
  scene = await startSamlScene();
});
afterAll(() => scene.close());

type Made = Awaited<ReturnType<SamlScene['makeSaml']>>;
const refresh = () => {
  const { platform } = scene.server;
  return refreshAll(platform, openGuardedFetch(platform.config));
};
const settingsOf = async ({ at }: Made) => {
  const { settings } = (await scene.send('GET', at, scene.ours.admin.cookie)).json<SignOn>();
  if (settings?.kind !== 'saml') throw new Error('it does not speak SAML');
  return settings;
};
const actionsOf = async ({ id }: Made) =>
  (await scene.query(`select action from audit_log where object_id = $1 order by id`, [id]))
    .map(({ action }) => String(action))
    .filter((action) => action.startsWith('sign_on.ref'));

// SSO16
test('metadata are read anew: another key is taken, audited, without a test; the same changes nothing', async () => {
  const made = await scene.makeSaml();
  const { provider } = scene;
  const old = provider.signer;
  const told = { name_id: `ana@${made.domain}`, attributes: {} };
  await refresh();
  expect(await actionsOf(made)).toEqual([]);
  const next = makeSigner();
  provider.published = [old.certificate, next.certificate];
  await refresh();
  expect(await actionsOf(made)).toEqual(['sign_on.refreshed']);
  const settings = await settingsOf(made);
  expect([settings.certificates.length, settings.is_on, settings.version]).toEqual([2, true, 1]);
  provider.signer = next;
  expect((await scene.signIn(made, told)).to).toBe('/admin/profile');
  provider.published = [next.certificate];
  await refresh();
  provider.signer = old;
  expect((await scene.signIn(made, told)).to).toContain('provider_error=sso.failed');
  provider.signer = next;
});

// SSO16
test('the admins are told once each time that metadata cannot be read any more, and never of a connection that is off', async () => {
  const made = await scene.makeSaml();
  const { published } = scene.provider;
  const told = () =>
    scene.query(
      `select profile_id, params from notifications
       where object_id = $1 and event = 'security.sso_metadata_failing' order by id`,
      [made.id],
    );
  const runs = async (...works: boolean[]) => {
    for (const one of works) {
      scene.provider.published = one ? published : null;
      await refresh();
    }
    return (await told()).length;
  };
  expect(await runs(true, false, false)).toBe(1);
  const [connection] = await scene.query('select name from identity_connections where id = $1', [made.id]);
  expect(await told()).toEqual([
    { profile_id: scene.ours.admin.id, params: { connection: connection?.['name'] } },
  ]);
  expect(await runs(true)).toBe(1);
  expect(await runs(false, false)).toBe(2);
  await scene.query('update connection_sign_on set is_on = false where connection_id = $1', [made.id]);
  expect(await runs(true, false, true)).toBe(2);
});

// SSO16
test('what cannot be read leaves all as it was, and says so until it can', async () => {
  const made = await scene.makeSaml();
  const { provider } = scene;
  const before = await settingsOf(made);
  const published = provider.published;
  const good = provider.metadata;
  provider.published = null;
  await refresh();
  await refresh();
  expect(await settingsOf(made)).toEqual({
    ...before,
    failing: { since: expect.any(String), problem: 'unreachable' },
  });
  expect(await actionsOf(made)).toEqual(['sign_on.refresh_failed']);
  provider.published = published;
  // Another provider at the same address.
  provider.metadata = () => good().replace('/metadata"', '/another"');
  await refresh();
  expect((await settingsOf(made)).failing).toMatchObject({ problem: 'issuer' });
  provider.metadata = () => '<!DOCTYPE a><a/>';
  await refresh();
  expect(await settingsOf(made)).toMatchObject({
    entity_id: before.entity_id,
    certificates: before.certificates,
    failing: { problem: 'forbidden_markup' },
  });
  provider.metadata = good;
  await refresh();
  expect((await settingsOf(made)).failing).toBeNull();
});

test('what came by file or by hand is not read again', async () => {
  const made = await scene.makeSaml();
  const provider = { from: 'file', metadata: scene.provider.metadata() };
  const values = { kind: 'saml', version: 1, allows_unasked: false, provider };
  await scene.send('PUT', made.at, scene.ours.admin.cookie, values);
  const before = await settingsOf(made);
  const published = scene.provider.published;
  scene.provider.published = null;
  await refresh();
  expect(await settingsOf(made)).toEqual(before);
  scene.provider.published = published;
});

// SSO16
test('admins are told 30, 7 and 1 days before the last certificate ends, once each, and never of one that is off', async () => {
  const made = await scene.makeSaml();
  const told = async () =>
    (
      await scene.query(
        `select profile_id, params from notifications
         where object_id = $1 and event = 'security.sso_certificate_ending' order by id`,
        [made.id],
      )
    ).map(({ profile_id, params }) => {
      expect(profile_id).toBe(scene.ours.admin.id);
      return params;
    });
  const inDays = async (days: number) => {
    await scene.query(
      `update saml_settings set certificates_end = now() + make_interval(hours => $2) where connection_id = $1`,
      [made.id, days * 24 - 1],
    );
    await tellEnding(scene.server.platform);
    await tellEnding(scene.second.platform);
    return (await told()).length;
  };
  expect(await inDays(60)).toBe(0);
  expect(await inDays(30)).toBe(1);
  expect(await inDays(20)).toBe(1);
  expect(await inDays(7)).toBe(2);
  expect(await inDays(1)).toBe(3);
  expect(await inDays(0)).toBe(3);
  const [connection] = await scene.query('select name from identity_connections where id = $1', [made.id]);
  const [first] = await told();
  expect(first).toEqual({
    connection: connection?.['name'],
    ends_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
  // A new certificate is warned of anew.
  await refresh();
  expect(await inDays(7)).toBe(4);
  await scene.query('update saml_settings set told_days = null');
  await scene.query('update connection_sign_on set is_on = false where connection_id = $1', [made.id]);
  expect(await inDays(1)).toBe(4);
});

// SSO12
test('an assertion is remembered for as long as it would be accepted, what it says for minutes', async () => {
  const made = await scene.makeSaml();
  const { sign_in } = await scene.begin(made);
  const told = { name_id: `ana@${made.domain}`, attributes: {} };
  await scene.post(made, scene.provider.answer(made.own, sign_in, told));
  const purge = () =>
    scene.server.platform.database.withSystem('forget answers that count no more', deleteOldAnswers);
  const rows = () =>
    scene.query('select sealed is not null as is_kept from saml_answers where connection_id = $1', [made.id]);
  await purge();
  expect(await rows()).toEqual([{ is_kept: true }]);
  await scene.query(`update saml_answers set arrived_at = now() - interval '3 minutes'`);
  await purge();
  expect(await rows()).toEqual([{ is_kept: false }]);
  await scene.query(`update saml_answers set usable_until = now() - interval '1 second'`);
  await purge();
  expect(await rows()).toEqual([]);
});
