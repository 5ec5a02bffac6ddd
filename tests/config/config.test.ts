import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { loadDatabaseConfig } from '../../src/platform/db/config.ts'
import { ConfigError } from '../../src/platform/lib/environment.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://u:p@db/sejour',
  JWT_SECRET: 'x'.repeat(32),
  STRIPE_SECRET_KEY: 'sk',
  STRIPE_WEBHOOK_SECRET: 'wh',
  SMTP_URL: 'smtps://mail',
  REALTIME_APP_SECRET: 's',
  PUBLIC_URL: 'https://api.example.org/',
}

describe('configuration', () => {
  test('nothing set is enough for development', () => {
    expect(loadConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      production: false,
      databaseUrl: undefined,
      demoData: true,
    })
    expect(loadConfig({ PORT: '', DATABASE_URL: '' })).toEqual(loadConfig({}))
  })

  test('secrets of before have the rules of present ones', () => {
    const good = 'y'.repeat(32)
    for (const [name, earlier] of [
      ['JWT_SECRET', 'JWT_PREVIOUS_SECRETS'],
      ['REGISTER_KEY', 'REGISTER_PREVIOUS_KEYS'],
    ] as const)
      for (const bad of ['short', 'y'.repeat(31), `${good.slice(1)} `, 'a development secret, refused in production']) {
        expect(() => loadConfig({ ...PRODUCTION, [name]: bad }), name).toThrow(new RegExp(name))
        for (const list of [bad, `${good},${bad}`])
          expect(() => loadConfig({ ...PRODUCTION, [earlier]: list }), earlier).toThrow(new RegExp(earlier))
      }
    expect(loadConfig({ ...PRODUCTION, JWT_PREVIOUS_SECRETS: ` ${good} ,${'z'.repeat(40)},` })).toMatchObject({
      jwtPreviousSecrets: [good, 'z'.repeat(40)],
    })
  })

  test('production names every missing variable', () => {
    for (const name of Object.keys(PRODUCTION).filter((key) => key !== 'NODE_ENV')) {
      expect(() => loadConfig({ ...PRODUCTION, [name]: undefined })).toThrow(
        new ConfigError(`Missing in production: ${name}`),
      )
    }
    expect(loadConfig(PRODUCTION)).toMatchObject({
      production: true,
      host: '0.0.0.0',
      publicUrl: 'https://api.example.org',
      demoData: false,
    })
  })

  test.each([
    [{ PORT: '99999' }, 'PORT'],
    [{ PORT: 'http' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET'],
    [{ NODE_ENV: 'staging' }, 'NODE_ENV'],
    [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL'],
    [{ TRUST_PROXY: 'perhaps' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.1,proxy.internal' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '-1' }, 'TRUST_PROXY'],
    [{ REQUEST_TIMEOUT_SECONDS: '0' }, 'REQUEST_TIMEOUT_SECONDS'],
    [{ STORAGE_URL: '/mnt/files' }, 'STORAGE_URL'],
    [{ STORAGE_URL: 'file://host/files' }, 'STORAGE_URL'],
    [{ STORAGE_URL: 's3://' }, 'STORAGE_URL'],
    [{ STORAGE_URL: 's3://files?endpoint=minio:9000' }, 'STORAGE_URL'],
    [{ STORAGE_URL: 's3://key:secret@files' }, 'STORAGE_URL'],
  ])('%j is refused by name', (env, name) => {
    expect(() => loadConfig(env)).toThrow(new RegExp(`^Invalid configuration: ${name} `))
  })

  test('passkeys belong to the domain of the front end, and to pages on it with https', () => {
    const partyOf = (env: Record<string, string>) => loadConfig({ ...PRODUCTION, ...env }).relyingParty
    const FRONTEND_URL = 'https://app.example.org/fr/'
    const APP = 'https://app.example.org'
    expect(partyOf({})).toEqual({ id: 'api.example.org', origins: ['https://api.example.org'], isLocal: false })
    expect(partyOf({ FRONTEND_URL, CORS_ORIGINS: 'https://a.app.example.org,https://example.org' })).toEqual({
      id: 'app.example.org',
      origins: [APP, 'https://a.app.example.org'],
      isLocal: false,
    })
    expect(partyOf({ FRONTEND_URL, WEBAUTHN_RP_ID: 'example.org' })?.origins).toEqual([APP, 'https://api.example.org'])
    const android = `android:apk-key-hash:${'x'.repeat(43)}`
    expect(partyOf({ FRONTEND_URL, WEBAUTHN_ORIGINS: `${APP},${android}` })?.origins).toEqual([APP, android])
    expect(loadConfig({}).relyingParty).toEqual({ id: 'localhost', origins: [], isLocal: true })
    for (const PUBLIC_URL of ['http://example.org', 'https://192.0.2.7'])
      expect(partyOf({ PUBLIC_URL })).toBeUndefined()
    for (const env of [
      { WEBAUTHN_RP_ID: 'other.example' },
      { WEBAUTHN_RP_ID: 'https://example.org' },
      { WEBAUTHN_ORIGINS: 'https://notapi.example.org' },
      { WEBAUTHN_ORIGINS: 'http://api.example.org' },
      { WEBAUTHN_ORIGINS: 'https://api.example.org/' },
    ])
      expect(() => partyOf(env), JSON.stringify(env)).toThrow(ConfigError)
  })

  test.each([
    [undefined, false],
    ['false', false],
    ['0', false],
    ['1', 1],
    ['loopback, 10.0.0.0/8,fd00::/8', ['loopback', '10.0.0.0/8', 'fd00::/8']],
  ])('TRUST_PROXY=%s is read as %j', (value, expected) => {
    expect(loadConfig({ ...PRODUCTION, TRUST_PROXY: value }).trustProxy).toEqual(expected)
  })

  test('a database on another machine has TLS in production, unless it is said not to', () => {
    const database = (query: string, ca?: string) =>
      loadConfig({ ...PRODUCTION, DATABASE_URL: `postgres://u:p@db/sejour${query}`, DATABASE_CA: ca })
    expect(() => database('?sslmode=prefer')).toThrow(/^Invalid configuration: DATABASE_URL: sslmode=prefer may reach/)
    expect(() => database('?sslmode=allow')).toThrow(/DATABASE_URL: sslmode must be one of disable, prefer, require/)
    expect(() => database('', '/no/such/file')).toThrow(/DATABASE_CA=\/no\/such\/file is not a file of certificates/)
    for (const query of ['', '?sslmode=disable', '?sslmode=verify-full']) expect(database(query).production).toBe(true)
    expect(database('', '-----BEGIN CERTIFICATE-----\\nabc').databaseCa).toBe('-----BEGIN CERTIFICATE-----\nabc')
  })

  test('the secrets of development are refused on the database of another machine', () => {
    const DATABASE_URL = 'postgres://u:p@db/sejour'
    expect(() => loadConfig({ DATABASE_URL, JWT_SECRET: 'x'.repeat(32) })).toThrow(
      new ConfigError(
        'DATABASE_URL names another machine, where secrets of development are refused: ' +
          'set NODE_ENV=production, or REALTIME_APP_SECRET, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET',
      ),
    )
    expect(loadConfig({ ...PRODUCTION, NODE_ENV: 'development', PUBLIC_URL: '' }).production).toBe(false)
    expect(loadConfig({ DATABASE_URL: 'postgres://u:p@localhost/sejour' }).production).toBe(false)
  })

  test.each([
    { PUBLIC_URL: 'https://try.example.org' },
    { PUBLIC_URL: 'HTTPS://localhost:8443' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.20' },
    { HOST: '::ffff:192.168.1.20' },
    { HOST: 'my-machine.local' },
    { HOST: '0.0.0.0', JWT_SECRET: 'x'.repeat(32), NODE_ENV: 'test' },
  ])('%j is refused outside production, unless DEV_ON_NETWORK says so', (env) => {
    const name = 'HOST' in env ? `HOST=${env.HOST} is not loopback` : `PUBLIC_URL=${env.PUBLIC_URL} is https`
    expect(() => loadConfig(env)).toThrow(ConfigError)
    expect(() => loadConfig(env)).toThrow(`${name}: others would reach a service whose secrets`)
    expect(loadConfig({ ...env, DEV_ON_NETWORK: 'true' }).devOnNetwork).toBe(true)
    expect(loadConfig({ ...PRODUCTION, ...env, NODE_ENV: 'production' }).devOnNetwork).toBe(false)
  })

  test.each([
    { HOST: '127.0.0.1' },
    { HOST: '127.8.0.1' },
    { HOST: '::1' },
    { HOST: 'localhost', PUBLIC_URL: 'http://localhost:3000', DEV_ON_NETWORK: 'true' },
  ])('%j is this machine', (env) => {
    expect(loadConfig(env).devOnNetwork).toBe(false)
  })

  test('commands on the database need the database alone', () => {
    const { NODE_ENV, DATABASE_URL } = PRODUCTION
    expect(loadDatabaseConfig({ NODE_ENV, DATABASE_URL, PORT: 'http' })).toMatchObject({ databaseUrl: DATABASE_URL })
    expect(() => loadDatabaseConfig({ NODE_ENV })).toThrow(new ConfigError('Missing in production: DATABASE_URL'))
    expect(loadDatabaseConfig({})).toMatchObject({ databaseUrl: undefined })
  })

  test('STORAGE_URL is a folder or a bucket with its keys; without it files are in DATA_DIR', () => {
    const keys = { STORAGE_ACCESS_KEY: 'key', STORAGE_SECRET_KEY: 'secret' }
    expect(loadConfig({ DATA_DIR: '/data' }).storage).toEqual({ kind: 'folder', path: '/data/storage', isOwn: true })
    expect(loadConfig({ STORAGE_URL: 'file:///mnt/a%20b' }).storage).toEqual({
      kind: 'folder',
      path: '/mnt/a b',
      isOwn: false,
    })
    const address = 's3://files/of/sejour/?endpoint=https://minio.example.org:9000&region=garage'
    expect(loadConfig({ STORAGE_URL: address, ...keys })).toMatchObject({
      storage: {
        kind: 's3',
        bucket: 'files',
        prefix: 'of/sejour/',
        endpoint: 'https://minio.example.org:9000',
        region: 'garage',
      },
      storageCredentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    })
    expect(loadConfig({ STORAGE_URL: 's3://files', ...keys }).storage).toMatchObject({
      prefix: '',
      endpoint: undefined,
    })
    expect(() => loadConfig({ STORAGE_URL: 's3://files' })).toThrow(
      new ConfigError('STORAGE_URL of a bucket needs STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY'),
    )
  })

  test('TRUST_PROXY=true is refused in production: every client would choose its own address', () => {
    expect(() => loadConfig({ ...PRODUCTION, TRUST_PROXY: 'true' })).toThrow(/^TRUST_PROXY=true lets every client/)
    expect(loadConfig({ TRUST_PROXY: 'true' }).trustProxy).toBe(true)
  })
})
