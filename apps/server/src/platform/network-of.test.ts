import { expect, test } from 'vitest';
import { networkOf, regionOf, siteOf, siteOrNetwork } from './network-of.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  ['::ffff:203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48', '2001:db8::/32'],
  ['2001:0DB8::9', '2001:db8:0::/48', '2001:db8::/32'],
])('%s lies in the site %s of the region %s', (address, site, region) => {
  expect(siteOf(address)).toBe(site);
  expect(regionOf(site)).toBe(region);
});

test.each(['127.0.0.1', '::ffff:127.0.0.1', '::1', '', undefined])(
  '%s is in no network of others',
  (address) => {
    expect(siteOf(address)).toBeNull();
  },
);

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2::9', '2001:db8:1::/48'],
  ['127.0.0.1', '127.0.0.1'],
  ['', ''],
])('%s is one of those of %s', (address, site) => {
  expect(siteOrNetwork(address)).toBe(site);
});
