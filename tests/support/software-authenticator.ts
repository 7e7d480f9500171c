import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { cose, isoCBOR } from '@simplewebauthn/server/helpers';

/** The request of a page to an authenticator: the parts of both kinds of options that the test authenticator needs. */
type Options = { challenge: string; rp?: { id: string }; rpId?: string };

type Overrides = {
  /** The origin of the page, which the browser puts into the response. */
  origin?: string;
  /** The domain for which the passkey is used. */
  rpId?: string;
  challenge?: string;
  /** Whether the authenticator has verified the person. */
  isVerified?: boolean;
  /** How often the authenticator has signed. */
  counter?: number;
  credentialId?: string;
};

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

/** The flags of authenticator data. https://www.w3.org/TR/webauthn-3/#authdata-flags */
const FLAGS = { present: 0x01, verified: 0x04, hasCredential: 0x40 };

/**
 * A browser with a passkey in software, which signs any data that a test gives it.
 * https://www.w3.org/TR/webauthn-3/
 */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const ownId = randomBytes(16).toString('base64url');

  const clientData = (type: string, { challenge }: Options, given: Overrides) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: given.challenge ?? challenge,
        origin: given.origin ?? origin,
        crossOrigin: false,
      }),
    );

  function authenticatorData(
    { rp, rpId = rp?.id ?? '' }: Options,
    given: Overrides,
    credential?: Buffer,
  ): Buffer {
    const { isVerified = true, counter = 0 } = given;
    const flags =
      FLAGS.present + (isVerified ? FLAGS.verified : 0) + (credential ? FLAGS.hasCredential : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const head = [sha256(given.rpId ?? rpId), Buffer.from([flags]), count];
    return Buffer.concat(credential ? [...head, credential] : head);
  }

  /** https://www.w3.org/TR/webauthn-3/#sctn-attested-credential-data */
  function attestedCredential(id: string): Buffer {
    const rawId = Buffer.from(id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(rawId.length);
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [cose.COSEKEYS.kty, cose.COSEKTY.EC2],
        [cose.COSEKEYS.alg, cose.COSEALG.ES256],
        [cose.COSEKEYS.crv, cose.COSECRV.P256],
        [cose.COSEKEYS.x, new Uint8Array(Buffer.from(x, 'base64url'))],
        [cose.COSEKEYS.y, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
    return Buffer.concat([Buffer.alloc(16), length, rawId, key]);
  }

  return {
    id: ownId,

    /** Creates the passkey. Returns the response of the browser. */
    register(options: Options, given: Overrides = {}) {
      const id = given.credentialId ?? ownId;
      const authData = authenticatorData(options, given, attestedCredential(id));
      const attestation = isoCBOR.encode(
        new Map<string | number, string | Uint8Array | Map<string | number, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string | number, string>()],
          ['authData', new Uint8Array(authData)],
        ]),
      );
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: clientData('webauthn.create', options, given).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      };
    },

    /** Signs in with the passkey. Returns the response of the browser. */
    authenticate(options: Options, given: Overrides = {}) {
      const id = given.credentialId ?? ownId;
      const data = clientData('webauthn.get', options, given);
      const authData = authenticatorData(options, given);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
        clientExtensionResults: {},
      };
    },
  };
}
