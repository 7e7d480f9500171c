import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { read } from './source-files.ts';

const networks = z.record(z.string(), z.object({ ipv4_address: z.ipv4().optional() }));

const limits = z.object({
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  mem_limit: z.string(),
});

const schema = z.object({
  services: z.object({
    board: limits.extend({ environment: z.object({ TRUST_PROXY: z.ipv4() }) }),
    database: limits,
    proxy: limits.extend({ networks }),
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

const compose = schema.parse(parse(read('compose.yaml')));

function isIn(range: string, address: string): boolean {
  const [network = '', prefix] = range.split('/');
  const list = new BlockList();
  list.addSubnet(network, Number(prefix));
  return list.check(address);
}

test('the trusted proxy has a fixed IP address, which Docker gives to no other container', () => {
  const { services, networks } = compose;
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

test('the board has no capabilities, PostgreSQL and Caddy have only those of their images’ first steps', () => {
  const { board, database, proxy } = compose.services;
  expect(board.cap_add).toEqual([]);
  expect(database.cap_add).toEqual(['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID']);
  expect(proxy.cap_add).toEqual(['NET_BIND_SERVICE']);
});
