import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { TestApp, TestUser } from './app.ts'

/** Origins of the tests' pages; the service of a test takes them with this environment. */
export const PASSKEYS = { WEBAUTHN_RP_ID: 'localhost' }
const ORIGIN = 'http://localhost:5173'

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array | string): string => Buffer.from(data).toString('base64url')

/** Claims of an attacker: another page, another domain, a counter that goes back. */
interface Saying {
  origin?: string
  rpId?: string
  counter?: number
}

/** An authenticator of the test's own: it signs what a browser would not, and as often as it is asked to. */
export class SoftwareAuthenticator {
  readonly id = base64url(randomBytes(32))
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #counter = 0

  /** `clientDataJSON` of a page. */
  #ofPage(type: string, challenge: string, { origin = ORIGIN }: Saying): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false })
  }

  /** Flags: somebody was present, and with `attested` the new key follows. */
  #data({ rpId = 'localhost', counter = ++this.#counter }: Saying, attested?: Buffer): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([attested ? 0x41 : 0x01]), count, attested ?? Buffer.alloc(0)])
  }

  /** Parts of a response that a browser hands on. */
  #credential<Response extends object>(response: Response) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response }
  }

  create({ challenge }: { challenge: string }, saying: Saying = {}) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const id = Buffer.from(this.id, 'base64url')
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, isoCBOR.encode(key)])
    // A statement of a maker, which nobody has asked for and nobody reads.
    const statement = new Map<string, string | Map<string, number> | Uint8Array>([
      ['fmt', 'packed'],
      ['attStmt', new Map([['alg', -7]])],
      ['authData', Uint8Array.from(this.#data(saying, attested))],
    ])
    return this.#credential({
      clientDataJSON: base64url(this.#ofPage('webauthn.create', challenge, saying)),
      attestationObject: base64url(isoCBOR.encode(statement)),
      transports: ['internal'],
    })
  }

  get({ challenge }: { challenge: string }, saying: Saying = {}) {
    const page = this.#ofPage('webauthn.get', challenge, saying)
    const data = this.#data(saying)
    const signature = sign('sha256', Buffer.concat([data, sha256(page)]), this.#keys.privateKey)
    return this.#credential({
      clientDataJSON: base64url(page),
      authenticatorData: base64url(data),
      signature: base64url(signature),
    })
  }
}

const BASE = '/auth/second-factor/passkeys'

/** The options of an operation that gives some. */
export async function optionsOf(t: TestApp, what: string, user: TestUser, given = {}) {
  const { status, body } = await t.call('POST', `${BASE}/${what}-options`, given, user)
  if (status > 201) throw new Error(JSON.stringify(body))
  return body.data
}

/** Gives an account a passkey. */
export async function addPasskey(t: TestApp, user: TestUser, given = {}) {
  const key = new SoftwareAuthenticator()
  const options = await optionsOf(t, 'registration', user, given)
  const { status, body } = await t.call('POST', BASE, { name: 'Key', passkey: key.create(options) }, user)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { key, user: { ...user, token: String(body.data.token) }, added: body.data, options }
}
