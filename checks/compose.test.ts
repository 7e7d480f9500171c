import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { read } from './source-files.ts';

const networks = z.record(z.string(), z.object({ ipv4_address: z.ipv4().optional() }));

const compose = z.object({
  services: z.object({
    board: z.object({ environment: z.object({ TRUST_PROXY: z.ipv4() }) }),
    proxy: z.object({ networks }),
  }),
  networks: z.record(
    z.string(),
    z.object({
      ipam: z.object({
        config: z.tuple([
          z.object({ subnet: z.cidrv4(), gateway: z.ipv4(), ip_range: z.cidrv4() }),
        ]),
      }),
    }),
  ),
});

function isIn(range: string, address: string): boolean {
  const [network = '', prefix] = range.split('/');
  const list = new BlockList();
  list.addSubnet(network, Number(prefix));
  return list.check(address);
}

test('the trusted proxy has a fixed IP address, which Docker gives to no other container', () => {
  const { services, networks } = compose.parse(parse(read('compose.yaml')));
  const [config] = networks.inside?.ipam.config ?? [];
  const trusted = services.board.environment.TRUST_PROXY;
  expect(services.proxy.networks.inside?.ipv4_address).toBe(trusted);
  expect(config).toBeDefined();
  if (!config) return;
  expect(isIn(config.subnet, trusted)).toBe(true);
  expect(isIn(config.subnet, config.ip_range.split('/')[0] ?? '')).toBe(true);
  expect(isIn(config.ip_range, trusted)).toBe(false);
  expect(config.gateway).not.toBe(trusted);
});
