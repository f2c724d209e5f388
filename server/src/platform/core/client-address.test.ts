import { describe, expect, test } from 'vitest';
import { clientAddress, networksOf, plainAddress } from './client-address.ts';

describe('an address counts as', () => {
  // R4
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    // As Azure Application Gateway writes it.
    ['203.0.113.9:5678', '203.0.113.9'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:5678', '203.0.113.9'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:0:0:0:9', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ])('%s as %s', (ip, counted) => {
    expect(clientAddress(ip)).toBe(counted);
  });

  // R4
  test.each([
    null,
    '',
    'unknown',
    '_hidden',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.4:',
    '1.2.3.4:999999',
    '01.2.3.4',
    '256.1.1.1',
    '[1.2.3.4]:5',
    '[::1',
    '::1]:443',
    '2001:db8:::1',
    '1.2.3.4, 5.6.7.8',
    '9'.repeat(4000),
  ])('what is no address, as one and the same: %j', (text) => {
    expect(plainAddress(text)).toBeNull();
    expect(clientAddress(text)).toBe('unknown');
  });
});

// R4
test.each([
  ['203.0.113.9:5678', [['203.0.113.9', 1]]],
  [
    '2001:db8:1:2ab::1',
    [
      ['2001:db8:1:2ab::/64', 1],
      ['2001:db8:1:200::/56', 2],
      ['2001:db8:1:0::/48', 4],
    ],
  ],
  ['no address', [['unknown', 1]]],
] as const)('%s counts in its networks, the wider the more', (ip, networks) => {
  expect(networksOf(ip).map(({ name, times }) => [name, times])).toEqual(networks);
});
