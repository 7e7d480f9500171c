import { isIP } from 'node:net';
import { z } from 'zod';

/** Addresses and networks (`10.0.0.0/8`), with commas between them. */
export const addresses = z
  .string()
  .transform((value) => value.split(',').map((address) => address.trim()))
  .refine(
    (value) => value.every(isAddressOrNetwork),
    'must be addresses or networks, such as 127.0.0.1, 10.0.0.0/8',
  );

function isAddressOrNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  // Of all addresses there is none that could be believed.
  return (
    bits === undefined ||
    (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
