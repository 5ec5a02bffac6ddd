/**
 * `npm run ci:long`: rates the unit of systemd, and proves that its filter lets through every system call of the service. The service
 * runs under strace while it starts, migrates, signs people in, takes a photo, books, is paid, makes a PDF and stops. Needs
 * systemd and strace on this machine.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import sharp from 'sharp'
import { FormData, fetch } from 'undici'
import { z } from 'zod'
import { ACCOUNTS, DEMO_PASSWORD } from '../../src/dev/demo/data.ts'
import { runningUrl } from '../../src/dev/postgres/embedded.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const UNIT = path.join(import.meta.dirname, 'sejour@.service')
/** Ten times the exposure that systemd-analyze may find; an ordinary service has 96. */
const THRESHOLD = 15
const START_MS = 120_000
/** As root, the embedded PostgreSQL of development is given to another user; production never loads it. */
const OF_DEVELOPMENT = new Set(['chown'])

const said = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' })

/** The names of the system calls that the unit lets through. */
function allowedCalls(): Set<string> {
  const sets = new Map<string, string[]>()
  for (const [, set = '', members = ''] of said('systemd-analyze', 'syscall-filter', '--no-pager').matchAll(
    /^(@[a-z-]+)\n((?: +.*\n?)*)/gm,
  ))
    sets.set(set, members.match(/^ +[@\w-]+$/gm)?.map((line) => line.trim()) ?? [])
  const expand = (name: string): string[] => (name.startsWith('@') ? (sets.get(name) ?? []).flatMap(expand) : [name])
  const allowed = new Set<string>()
  for (const [, not, names = ''] of readFileSync(UNIT, 'utf8').matchAll(/^SystemCallFilter=(~?)(.*)$/gm)) {
    for (const name of names.split(' ').flatMap(expand)) {
      if (not) allowed.delete(name)
      else allowed.add(name)
    }
  }
  assert(allowed.has('openat') && !allowed.has('mount'), 'the unit has no filter of system calls')
  return allowed
}

const token = z.object({ data: z.object({ token: z.string() }) })
const homes = z.object({ data: z.array(z.object({ id: z.string() })) })

/** Has the service do what takes system calls of its own. */
async function use(url: string, folder: string): Promise<void> {
  const demo = spawn(process.execPath, ['src/dev/demo/run.ts'], {
    cwd: ROOT,
    env: { SEJOUR_URL: url },
    stdio: 'inherit',
  })
  assert.deepEqual(await once(demo, 'exit'), [0, null])
  const login = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: ACCOUNTS.owner.email, password: DEMO_PASSWORD }),
  })
  const { data } = token.parse(await login.json())
  const found = homes.parse(await (await fetch(`${url}/api/v1/properties/search?country_id=FR`)).json())
  const picture = await sharp({ create: { width: 2_000, height: 900, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('photo', new File([new Uint8Array(picture)], 'a.jpg'))
  const photo = await fetch(`${url}/api/v1/properties/${found.data[0]?.id}/photos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${data.token}` },
    body: form,
  })
  assert.equal(photo.status, 201, await photo.text())
  const db = postgres(runningUrl(path.join(folder, 'postgres')) ?? '', { max: 1 })
  const [invoice] = await db<{ key: string }[]>`select key from invoices limit 1`
  await db.end()
  const pdf = await fetch(`${url}/api/v1/invoices/${invoice?.key}.pdf`)
  assert.equal(pdf.headers.get('content-type'), 'application/pdf')
  await pdf.arrayBuffer()
}

async function trace(): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sejour-unit-'))
  const data = path.join(folder, 'data')
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const url = `http://127.0.0.1:${port}`
  const calls = path.join(folder, 'calls')
  // What the service starts, PostgreSQL here, is not the service.
  const options = ['-f', '-b', 'execve', '-qq', '-c', '-U', 'name', '-o', calls]
  const service = spawn('strace', [...options, process.execPath, 'src/start.js'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { PATH: process.env.PATH, DATA_DIR: data, PORT: String(port) },
  })
  try {
    const end = Date.now() + START_MS
    while (
      !(await fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      assert(Date.now() < end && service.exitCode === null, 'the service does not start under strace')
      await delay(200)
    }
    await use(url, data)
  } finally {
    // strace passes no signal on.
    if (service.pid !== undefined) said('pkill', '-TERM', '-P', String(service.pid))
    await once(service, 'exit')
  }
  const names = readFileSync(calls, 'utf8')
    .split('\n')
    .map((line) => line.trim())
  rmSync(folder, { recursive: true, force: true })
  return names.filter((name) => /^[a-z_0-9]+$/.test(name) && name !== 'total' && name !== 'syscall')
}

const rating = said('systemd-analyze', 'security', '--offline=true', `--threshold=${THRESHOLD}`, '--no-pager', UNIT)
console.log(rating.trim().split('\n').at(-1))
const allowed = allowedCalls()
const made = await trace()
assert(made.length > 30, 'nothing was traced')
const refused = made.filter((name) => !allowed.has(name) && !OF_DEVELOPMENT.has(name))
assert.deepEqual(refused, [], 'system calls that the unit refuses')
console.log(`${made.length} system calls were made; the unit lets all of them through.`)
process.exit(0)
