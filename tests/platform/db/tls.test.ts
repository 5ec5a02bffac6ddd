import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type EmbeddedPostgres, startEmbedded } from '../../../src/dev/postgres/embedded.ts'
import { unprivilegedUser } from '../../../src/dev/postgres/privileges.ts'
import { addressesOf, SSL_MODES } from '../../../src/platform/db/address.ts'
import { connect, type Database } from '../../../src/platform/db/client.ts'
import { migrate } from '../../../src/platform/schema/migrate.ts'
import { cloneTemplate } from '../../support/database.ts'
import { fastFolder } from '../../support/folders.ts'
import { isInstalled } from '../../support/machine.ts'

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Makes an authority, and a certificate of it for `localhost`. */
function makeCertificates(folder: string, name: string): string {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const key = (file: string) => ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', file]
  openssl('req', '-x509', ...key(`${name}-ca.key`), '-out', `${name}-ca.pem`, '-subj', `/CN=${name}`, '-days', '2')
  openssl(
    ...['req', '-x509', ...key(`${name}.key`), '-out', `${name}.pem`, '-subj', '/CN=localhost', '-days', '2'],
    ...['-CA', `${name}-ca.pem`, '-CAkey', `${name}-ca.key`],
    ...['-addext', 'subjectAltName=DNS:localhost', '-addext', 'basicConstraints=critical,CA:FALSE'],
  )
  return readFileSync(path.join(folder, `${name}-ca.pem`), 'utf8')
}

/** Each connection leaves its name and whether it was encrypted. */
const RECORD_LOGINS = `
  create table logins (name text, encrypted boolean);
  create function record_login() returns event_trigger language plpgsql as $$ begin
    insert into logins select application_name, ssl from pg_stat_activity join pg_stat_ssl using (pid) where pid = pg_backend_pid();
  end $$;
  create event trigger record_login on login execute function record_login();
  alter event trigger record_login enable always;`

/** Connection of the pool and dbmate: encrypted, plain, or none. */
type Way = 'TLS' | 'plain' | 'refused'

const folder = mkdtempSync(path.join(fastFolder(), 'sejour-tls-'))
let server: EmbeddedPostgres
let admin: Database
let right: string
let wrong: string

describe.skipIf(!isInstalled('openssl', hasOpenssl()))('sslmode (skipped without the program openssl)', () => {
  beforeAll(async () => {
    right = makeCertificates(folder, 'right')
    wrong = makeCertificates(folder, 'wrong')
    const user = unprivilegedUser()
    const files = ['right.pem', 'right.key'].map((name) => path.join(folder, name))
    if (user) for (const file of files) chownSync(file, user.uid, user.gid)
    const [ssl_cert_file = '', ssl_key_file = ''] = files
    server = await startEmbedded({ folder, settings: { fsync: 'off', ssl: 'on', ssl_cert_file, ssl_key_file } })
    await migrate(server.url())
    admin = connect(server.url(), { max: 1 })
    await admin.unsafe(RECORD_LOGINS)
  })
  afterAll(async () => {
    await admin?.end()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const urlOf = (mode: string | undefined, host: string) => {
    const url = new URL(server.url().replace('127.0.0.1', host))
    url.searchParams.delete('sslmode')
    if (mode !== undefined) url.searchParams.set('sslmode', mode)
    return url.href
  }

  /** Returns the way that the pool and dbmate take; they never differ. */
  async function wayOf(url: string, ca: string | undefined): Promise<Way> {
    const pool = connect(url, { max: 1, applicationName: 'pool', ca })
    const asked = pool<{ ssl: boolean }[]>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
    const way = await asked.then(
      ([row]) => (row?.ssl ? 'TLS' : 'plain'),
      () => 'refused' as const,
    )
    await pool.end({ timeout: 1 })
    await admin`delete from logins where true`
    const migrated = await migrate(url, 'status', ca).then(
      () => true,
      () => false,
    )
    const logins = await admin<{ encrypted: boolean }[]>`select distinct encrypted from logins where name = ''`
    const dbmate = migrated ? logins.map(({ encrypted }) => (encrypted ? 'TLS' : 'plain')) : ['refused']
    expect(dbmate).toEqual([way])
    return way
  }

  test('means the same for the pool and for dbmate, with each authority and name', async () => {
    const table: Record<string, Way[]> = {}
    for (const mode of [undefined, ...SSL_MODES])
      table[mode ?? 'none'] = [
        await wayOf(urlOf(mode, 'localhost'), undefined),
        await wayOf(urlOf(mode, 'localhost'), right),
        await wayOf(urlOf(mode, 'localhost'), wrong),
        await wayOf(urlOf(mode, '127.0.0.1'), right),
      ]
    expect(table).toEqual({
      // Without authority, with the right one, with a wrong one, and with the right one at a name that is not certified.
      none: ['TLS', 'TLS', 'refused', 'refused'],
      disable: ['plain', 'plain', 'plain', 'plain'],
      prefer: ['TLS', 'TLS', 'TLS', 'TLS'],
      require: ['TLS', 'TLS', 'refused', 'TLS'],
      'verify-ca': ['refused', 'TLS', 'refused', 'TLS'],
      'verify-full': ['refused', 'TLS', 'refused', 'refused'],
    })
  })

  test('a server without TLS is refused where it is required, with what to say', async () => {
    // A copy: connections to the template itself are ended whenever somebody copies it.
    const database = await cloneTemplate(inject('databaseUrl'))
    const bare = (mode: string) => {
      const url = new URL(database.url)
      url.searchParams.set('sslmode', mode)
      return url.href
    }
    for (const mode of ['require', 'verify-ca', 'verify-full']) {
      const pool = connect(bare(mode), { max: 1, ca: right })
      await expect(pool`select 1`).rejects.toThrow(/has no TLS, and sslmode=.+ only sslmode=disable in DATABASE_URL/)
      await pool.end({ timeout: 1 })
      await expect(migrate(bare(mode), 'status', right)).rejects.toThrow('SSL is not enabled on the server')
    }
    for (const mode of ['disable', 'prefer']) {
      const pool = connect(bare(mode), { max: 1 })
      expect(await pool`select ssl from pg_stat_ssl where pid = pg_backend_pid()`).toEqual([{ ssl: false }])
      await pool.end()
      expect(await migrate(bare(mode), 'status')).toContain('Applied')
    }
    await database.drop()
  })
})

test('without sslmode, where the server is decides, and an authority is used', () => {
  const modeOf = (url: string, ca?: string) => addressesOf(url, ca).all[0].sslMode
  for (const host of ['localhost', '127.0.0.1', '[::1]', 'u:p@localhost:5433'])
    expect(modeOf(`postgres://${host}/sejour`)).toBe('prefer')
  for (const host of ['db', '10.0.0.4', '127.example.org']) expect(modeOf(`postgres://${host}/sejour`)).toBe('require')
  expect(modeOf('postgres://db/sejour', 'PEM')).toBe('verify-full')
  expect(modeOf('postgres://db/sejour?sslmode=require', 'PEM')).toBe('verify-ca')
  for (const url of ['postgres:///sejour?host=/run/postgresql', 'postgres://localhost/sejour?host=/run/postgresql'])
    expect(addressesOf(url).all[0]).toMatchObject({ sslMode: 'disable', socketPath: '/run/postgresql/.s.PGSQL.5432' })
  expect(() => modeOf('postgres://db/sejour?sslmode=allow')).toThrow('sslmode must be one of disable, prefer')
  expect(() => modeOf('postgres://db/sejour?sslrootcert=/ca.pem')).toThrow('set DATABASE_CA')
})
