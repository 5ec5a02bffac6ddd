import { randomInt, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { authOf, PROVIDERS } from '../../accounts/auth/providers.ts'
import { sharedSessionsOf } from '../../platform/db/cluster/pooler.ts'
import { OAUTH_PROVIDER } from '../../platform/db/enums.ts'
import { openClient } from '../../platform/db/servers.ts'
import { smtpMailer } from '../../platform/mail/smtp.ts'
import { openFolder } from '../../platform/storage/folder.ts'
import { openBucket } from '../../platform/storage/s3.ts'
import { hmac, md5 } from '../../realtime/pusher/protocol.ts'
import { baseOf, type Given } from './given.ts'
import { assert, type Proof, said } from './steps.ts'

const WAIT_MS = 10_000

/** A mail that arrives: the person reads its number. */
export async function proveMail(proof: Proof, { config, to, ask }: Given): Promise<void> {
  const { smtpUrl, from } = config.mail
  if (smtpUrl === undefined) return proof.skip('server', 'SMTP_URL is not set')
  if (to === undefined) return proof.skip('mail', 'name a mailbox of yours: --to <address>')
  const mailer = smtpMailer(smtpUrl, from)
  proof.after('close the connection', async () => mailer.close())
  const number = String(randomInt(100_000, 1_000_000))
  await proof.step('delivery', 'a mail that the server takes', async () => {
    const text = `The number of this proof is ${number}.`
    await mailer.deliver({
      id: randomUUID(),
      to,
      subject: 'Séjour: a proof',
      text,
      html: `<p>${text}</p>`,
      headers: {},
    })
    return said('taken')
  })
  await proof.step('arrival', 'its number, as the mailbox shows it', async () => {
    const answer = (await ask('The number in the mail (empty: none arrived): ')).trim()
    assert(answer === number, answer === '' ? 'no mail, or nobody to ask' : 'another number')
    return said('the number')
  })
}

const FILE = 'A proof, with a star: ★.'

/** A file is put, read, read in part, listed and deleted. */
export async function proveStorage(proof: Proof, { config }: Given): Promise<void> {
  const { storage, storageCredentials } = config
  const files = await proof.step('opening', 'a folder or bucket that is there', async () => ({
    came: storage.kind,
    result: storage.kind === 'folder' ? await openFolder(storage.path) : await openBucket(storage, storageCredentials),
  }))
  proof.after('close it', async () => files.close())
  const name = `documents/${randomUUID()}.txt`
  const content = Buffer.from(FILE)
  proof.after('remove the file', () => files.remove(name))
  const read = async (range?: { start: number; end: number }) => {
    const opened = await files.read(name, range)
    assert(opened !== undefined, 'it is not there')
    return buffer(opened.body)
  }
  await proof.step('put', 'a file of its size', async () => {
    await files.write(name, content)
    const size = (await files.facts(name))?.size
    assert(size === content.length, `${size} bytes in place of ${content.length}`)
    return said(`${size} bytes`)
  })
  await proof.step('read', 'the same bytes, and those of a range', async () => {
    assert((await read()).equals(content), 'other bytes')
    assert((await read({ start: 2, end: 6 })).equals(content.subarray(2, 7)), 'other bytes of the range')
    return said('the same')
  })
  await proof.step('list', 'its name', async () => {
    for await (const page of files.list('documents', name.slice('documents/'.length, -4)))
      if (page.some((one) => one.name === name)) return said('its name')
    assert(false, 'not its name')
    return said('')
  })
  await proof.step('delete', 'a file that is gone', async () => {
    await files.remove(name)
    assert((await files.facts(name)) === undefined, 'it is still there')
    return said('none')
  })
}

/** Providers of sign-in: the client is known there. A person signs in by themselves. */
export async function proveSignIn(proof: Proof, { config }: Given): Promise<void> {
  for (const name of OAUTH_PROVIDER) {
    const client = config.oauthClients[name]
    if (!client) {
      proof.skip(name, `${name.toUpperCase()}_CLIENT_ID and _SECRET are not set`)
      continue
    }
    const at = authOf(name, client)
    await proof.step(name, 'a known client: only the made-up code is refused', async () => {
      const callback = config.oauthSharedCallback ? '/api/oauth2-callback' : `/api/v1/auth/${name}/callback`
      const form = new URLSearchParams({
        ...{ grant_type: 'authorization_code', code: 'proof', redirect_uri: new URL(callback, baseOf(config)).href },
        ...{ client_id: client.id, client_secret: client.secret },
      })
      const { statusCode, body } = await request(new URL(at.tokenPath, at.tokenHost), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: form.toString(),
        signal: AbortSignal.timeout(WAIT_MS),
      })
      const answer = await body.text()
      // Facebook says 100 of a code, and 101 of a client.
      const isOfCode = /invalid_grant|"code":\s*100\b|verification code/i.test(answer)
      assert(statusCode === 400 && isOfCode, `HTTP ${statusCode}: ${/"error[^,}]*/.exec(answer)?.[0] ?? 'no reason'}`)
      return said(`${PROVIDERS[name].title} refuses the code`)
    })
  }
}

/** Real time through the public address: a socket opens, and hears what a back end triggers. */
export async function provePush(proof: Proof, { config, url = baseOf(config) }: Given): Promise<void> {
  const { appId, key, secret } = config.realtime
  const channel = `proof-${randomUUID()}`
  const heard: { event: string; data?: unknown }[] = []
  const hear = async (event: string): Promise<void> => {
    const end = Date.now() + WAIT_MS
    while (!heard.some((one) => one.event === event)) {
      assert(Date.now() < end, heard.length === 0 ? 'nothing' : `only ${heard.map((one) => one.event).join(', ')}`)
      await delay(20)
    }
  }
  const socket = await proof.step('socket', 'one that opens through the public address', async () => {
    const address = new URL(`/app/${key}?protocol=7&client=proof&version=1`, url.replace(/^http/, 'ws'))
    const opened = new WebSocket(address)
    proof.after('close the socket', async () => opened.close())
    opened.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data))))
    opened.addEventListener('error', () => heard.push({ event: 'an error of the socket' }))
    await hear('pusher:connection_established')
    return { came: 'pusher:connection_established', result: opened }
  })
  await proof.step('subscription', 'one to a public channel', async () => {
    socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel } }))
    await hear('pusher_internal:subscription_succeeded')
    return said('subscribed')
  })
  await proof.step('event', 'that of a signed request, by the socket', async () => {
    const body = JSON.stringify({ name: 'proof', channels: [channel], data: '{}' })
    const path = `/apps/${appId}/events`
    const time = Math.floor(Date.now() / 1_000)
    const query = `auth_key=${key}&auth_timestamp=${time}&auth_version=1.0&body_md5=${md5(Buffer.from(body))}`
    const signed = `${query}&auth_signature=${hmac(secret, `POST\n${path}\n${query}`)}`
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(new URL(`${path}?${signed}`, url), { method: 'POST', headers, body })
    assert(answer.ok, `HTTP ${answer.status}`)
    await hear('proof')
    return said('the event')
  })
}

const LEAST_VERSION = 150_000
/** Extensions that the migrations make. */
const EXTENSIONS = ['btree_gist', 'cube', 'pg_trgm', 'unaccent']
/** Connections of one node beside its pool: jobs, events, and the pool of a restart. */
const BESIDE_POOL = 5

/** Rights and settings of the database. Nothing stays in it. */
export async function proveDatabase(proof: Proof, { config, databaseUrl = config.databaseUrl }: Given): Promise<void> {
  if (databaseUrl === undefined) return proof.skip('server', 'DATABASE_URL is not set: the embedded one needs no proof')
  const ca = config.databaseCa
  const direct = config.databaseWays.directUrl ?? databaseUrl
  const sql = openClient(direct, ca)
  proof.after('close the connections', () => sql.end({ timeout: 5 }))
  await proof.step('server', 'PostgreSQL 15 or later, which takes writes', async () => {
    const [row] = await sql<{ version: number; standby: boolean }[]>`
      select current_setting('server_version_num')::int as version, pg_is_in_recovery() as standby`
    assert(row !== undefined && row.version >= LEAST_VERSION, `version ${row?.version}`)
    assert(!row.standby, 'a standby')
    return said(`version ${row.version}`)
  })
  await proof.step('way', 'sessions of PostgreSQL itself, for jobs and events', async () => {
    assert(!(await sharedSessionsOf(direct, ca)), 'a pooler in transaction mode: set DATABASE_DIRECT_URL')
    return said('sessions of its own')
  })
  await proof.step('rights', 'those to make tables, types, functions and triggers', async () => {
    await sql
      .begin(async (tx) => {
        await tx.unsafe(`create schema prove_sejour; create type prove_sejour.kind as enum ('one');
          create table prove_sejour.rows (id bigint generated always as identity primary key, kind prove_sejour.kind);
          create function prove_sejour.noted() returns trigger language plpgsql as 'begin return new; end';
          create trigger noted after insert on prove_sejour.rows for each row execute function prove_sejour.noted();
          insert into prove_sejour.rows (kind) values ('one')`)
        throw new RolledBack()
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error
      })
    return said('all made, and rolled back')
  })
  await proof.step('extensions', `${EXTENSIONS.join(', ')} that can be installed`, async () => {
    const rows = await sql<
      { name: string }[]
    >`select name from pg_available_extensions where name in ${sql(EXTENSIONS)}`
    const missing = EXTENSIONS.filter((name) => !rows.some((row) => row.name === name))
    assert(missing.length === 0, `missing: ${missing.join(', ')}`)
    return said('all of them')
  })
  await proof.step('events', 'a NOTIFY that is heard', async () => {
    let wasHeard = false
    const { unlisten } = await sql.listen('prove_sejour', () => {
      wasHeard = true
    })
    await sql.notify('prove_sejour', '')
    for (const end = Date.now() + WAIT_MS; !wasHeard && Date.now() < end; ) await delay(20)
    await unlisten()
    assert(wasHeard, 'nothing')
    return said('heard')
  })
  await proof.step('settings', 'commits that last, UTF-8, and connections for the pool', async () => {
    const [row] = await sql<Record<'commit' | 'fsync' | 'encoding' | 'connections', string>[]>`
      select current_setting('synchronous_commit') as commit, current_setting('fsync') as fsync,
        current_setting('server_encoding') as encoding, current_setting('max_connections') as connections`
    const came = JSON.stringify(row)
    assert(row?.commit !== 'off' && row?.fsync === 'on' && row.encoding === 'UTF8', came)
    assert(Number(row.connections) >= config.databasePool + BESIDE_POOL, came)
    return said(came)
  })
  for (const [index, url] of config.databaseReplicas.urls.entries())
    await proof.step(`replica ${index + 1}`, 'a standby within REPLICA_LAG_SECONDS', async () => {
      const standby = openClient(url, ca)
      try {
        const [row] = await standby<{ standby: boolean; lag: number | null }[]>`
          select pg_is_in_recovery() as standby, case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
            else extract(epoch from now() - pg_last_xact_replay_timestamp())::int end as lag`
        assert(row?.standby === true, 'no standby')
        assert((row.lag ?? 0) <= config.databaseReplicas.lagSeconds, `${row.lag} seconds behind`)
        return said(`${row.lag ?? 0} seconds behind`)
      } finally {
        await standby.end({ timeout: 1 })
      }
    })
}

/** Ends a transaction whose rows are not to stay. */
class RolledBack extends Error {}
