import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { test as base, describe, expect, inject, vi } from 'vitest'
import { z } from 'zod'
import { cloneTemplate } from '../support/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { type Service, startService } from '../support/service.ts'

const test = base.extend<{ folder: string; database: string; start: (env?: Record<string, string>) => Service }>({
  folder: temporaryFolder,
  /** The address of a migrated database, with which a start takes a second or two. */
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  database: async ({}, use) => {
    const clone = await cloneTemplate(inject('databaseUrl'))
    await use(clone.url)
    await clone.drop()
  },
  start: async ({ folder }, use) => {
    const started: Service[] = []
    await use((env = {}) => {
      const service = startService({ DATA_DIR: folder, PORT: '0', ...env })
      started.push(service)
      return service
    })
    for (const service of started) {
      service.process.kill('SIGTERM')
      await service.exit
    }
  },
})

async function listHomes(url: string): Promise<{ total: number; title: string | undefined }> {
  const answer = (await (await fetch(`${url}/api/v1/properties/search?sort=newest`)).json()) as {
    meta: { total: number }
    data: { title: string }[]
  }
  return { total: answer.meta.total, title: answer.data[0]?.title }
}

describe('npm start', () => {
  test('brings a database and demo data, greets, stops cleanly, and keeps the data, after kill -9 too', async ({
    start,
    folder,
  }) => {
    const first = start()
    const before = await listHomes(await first.ready)
    expect(before.total).toBeGreaterThanOrEqual(40)
    expect(first.output()).toContain('camille@demo.sejour')
    expect(first.output().split('\n').slice(0, 3)).toEqual([
      'Séjour starts.',
      expect.stringMatching(/^It makes a database in .+\.$/),
      'It loads cities, and adds the homes and stays of the demo.',
    ])
    expect(first.output().trim().split('\n').length).toBeLessThan(18)
    first.process.kill('SIGINT')
    expect(await first.exit).toBe(0)

    const second = start()
    expect(await listHomes(await second.ready)).toEqual(before)
    expect(second.output()).not.toContain('It ')
    const rival = start()
    expect(await rival.exit).toBe(1)
    expect(rival.output().trim()).toBe(
      `${folder} is in use by process ${second.process.pid}: stop it, or set DATA_DIR to another folder`,
    )
    second.process.kill('SIGKILL')
    await second.exit

    const third = start()
    expect(await listHomes(await third.ready)).toEqual(before)
    third.process.kill('SIGTERM')
    expect(await third.exit).toBe(0)
  })

  test('logs requests as JSON, without what their queries carry', async ({ start, database }) => {
    const service = start({ DATABASE_URL: database, LOG_LEVEL: 'info' })
    await fetch(`${await service.ready}/api/v1/auth/verify-email?token=very-secret`, {
      headers: { authorization: 'Bearer very-secret' },
    })
    for (const spelling of [
      'ical/very-secret.ics',
      'ical/very-secret%2eics',
      '%69cal/very-secret.ics',
      'ical/very-secret',
    ])
      await fetch(`${await service.ready}/api/v1/calendars/properties/1/${spelling}`)
    service.process.kill('SIGTERM')
    expect(await service.exit).toBe(0)
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.includes('verify-email'))
      .map((line) => JSON.parse(line))
    expect(lines[0].req).toEqual({ method: 'GET', url: '/api/v1/auth/verify-email', ip: '127.0.0.1' })
    expect(service.output()).not.toContain('very-secret')
  })

  test('a client that goes away in the middle of a request is no error in the log', async ({ start, database }) => {
    const service = start({ DATABASE_URL: database, LOG_LEVEL: 'debug' })
    const url = new URL(await service.ready)
    const requests = [
      ['POST', '/api/v1/quotes', 'application/json'],
      ['POST', '/api/v1/auth/register', 'multipart/form-data; boundary=x'],
      ['GET', '/api/v1/calendars/properties/01980000-0000-7000-8000-000000000000/availability', 'application/json'],
    ]
    for (const [method, path, type] of requests) {
      const socket = net.connect(Number(url.port), url.hostname)
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 90\r\n\r\n{`)
      await vi.waitFor(() => expect(service.output()).toContain(path), { timeout: 20_000 })
      socket.destroy()
    }
    service.process.kill('SIGTERM')
    expect(await service.exit).toBe(0)
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    const levels = lines.map((line) => z.object({ level: z.number() }).parse(JSON.parse(line)).level)
    expect(levels.length).toBeGreaterThanOrEqual(requests.length)
    expect(Math.max(...levels)).toBe(30)
  })

  test('that is told to stop says so to load balancers first, serves meanwhile, and waits for no slow upload', async ({
    start,
    database,
  }) => {
    const service = start({ DATABASE_URL: database, LOG_LEVEL: 'debug', SHUTDOWN_DELAY_SECONDS: '6' })
    const url = await service.ready
    const { port, hostname } = new URL(url)
    const slow = net.connect(Number(port), hostname)
    const answer = slow.setEncoding('utf8').toArray()
    slow.write(
      'POST /api/v1/quotes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{',
    )
    await vi.waitFor(() => expect(service.output()).toContain('/api/v1/quotes'), { timeout: 20_000 })
    const late = net.connect(Number(port), hostname)
    const lastAnswer = late.setEncoding('utf8').toArray()
    late.write(
      'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
    )
    await vi.waitFor(() => expect(service.output()).toContain('/api/v1/auth/login'), { timeout: 20_000 })
    service.process.kill('SIGTERM')
    await vi.waitFor(async () => expect((await fetch(`${url}/health/ready`)).status).toBe(503), { timeout: 20_000 })
    late.write('}')
    // The connection ends after the answer, although its client would keep it.
    expect((await lastAnswer).join('')).toMatch(/^HTTP\/1\.1 400 [\s\S]+\r\nconnection: close\r\n/i)
    const live = await fetch(`${url}/health/live`)
    expect([live.status, live.headers.get('connection')]).toEqual([200, 'close'])
    expect((await listHomes(url)).total).toBe(0)
    expect((await answer).join('')).toMatch(/^HTTP\/1\.1 503 /)
    expect(await service.exit).toBe(0)
    const messages = service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => z.object({ level: z.number(), msg: z.string().optional() }).parse(JSON.parse(line)))
    expect(messages.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['stopping', 'stopped']))
    expect(messages.filter(({ level, msg }) => level >= 30 && msg === 'request completed')).toHaveLength(3)
  })

  test('on a restored or copied database the payment provider is asked before anything else', async ({
    start,
    database,
    onTestFinished,
  }) => {
    const asked = 'reconciled with the payment provider'
    const first = start({ DATABASE_URL: database, LOG_LEVEL: 'info' })
    await first.ready
    first.process.kill('SIGTERM')
    expect(await first.exit).toBe(0)
    expect(first.output()).not.toContain(asked)
    const copy = await cloneTemplate(inject('databaseUrl'), new URL(database).pathname.slice(1))
    onTestFinished(() => copy.drop())
    const alone = start({ DATABASE_URL: copy.url, RESTORED: 'true', STRIPE_API_URL: 'http://127.0.0.1:9' })
    expect(await alone.exit).toBe(1)
    expect(alone.output().trim()).toMatch(
      /^This database lacks work that was committed: .+ The payment provider must be asked .+, and cannot be reached: .+$/m,
    )
    const second = start({ DATABASE_URL: copy.url, LOG_LEVEL: 'info' })
    await second.ready
    expect(second.output()).toContain(asked)
  })

  test('says first where to open it, and looks at its ports before it makes a database', async ({ start, folder }) => {
    const taken = net.createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as net.AddressInfo
    for (const name of ['PORT', 'METRICS_PORT']) {
      const refused = start({ [name]: String(port) })
      expect(await refused.exit).toBe(1)
      expect(refused.output().trim()).toContain(`Port ${port} is already in use`)
      expect(existsSync(path.join(folder, 'postgres'))).toBe(false)
    }
    taken.close()
    await once(taken, 'close')
    const service = start({ PORT: String(port), DEMO_DATA: 'false' })
    const url = await service.ready
    expect(service.output().split('\n')[0]).toBe(`Séjour starts. Open ${url} when it is ready.`)
  })

  test('a port in use is one clear line and exit code 1', async ({ start, database }) => {
    const server = net.createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as net.AddressInfo
    const service = start({ PORT: String(port), DATABASE_URL: database })
    expect(await service.exit).toBe(1)
    expect(service.output().trim()).toBe(
      `Port ${port} is already in use: stop what runs there, or set PORT or METRICS_PORT to another one.`,
    )
    server.close()
  })

  test('so are a DATA_DIR and a STORAGE_URL that are no folders', async ({ start, folder, database }) => {
    const file = path.join(folder, 'file')
    writeFileSync(file, '')
    const noFolder = start({ DATA_DIR: file })
    const noStorage = start({ STORAGE_URL: `file://${file}/storage`, DATABASE_URL: database })
    expect(await Promise.all([noFolder.exit, noStorage.exit])).toEqual([1, 1])
    expect(noFolder.output()).toMatch(/^Cannot use \S+ \((ENOTDIR|EEXIST)\): check that DATA_DIR names a folder.*\n$/)
    expect(noStorage.output()).toBe(
      `Cannot keep files in ${file}/storage (ENOTDIR): check STORAGE_URL, or DATA_DIR without it\n`,
    )
  })

  test('so is development on a network; where it is allowed, it starts with a warning', async ({ start, database }) => {
    const refused = start({ DATABASE_URL: database, HOST: '0.0.0.0' })
    expect(await refused.exit).toBe(1)
    expect(refused.output().trim()).toMatch(/^HOST=0\.0\.0\.0 is not loopback: .+ DEV_ON_NETWORK=true .+$/)
    // Nothing is listened to beyond this machine here: the address of links is enough to be warned.
    const allowed = start({ DATABASE_URL: database, PUBLIC_URL: 'https://try.example.org', DEV_ON_NETWORK: 'true' })
    await vi.waitFor(() => expect(allowed.output()).toContain('Séjour is ready'), { timeout: 60_000 })
    expect(allowed.output()).toContain('DEV_ON_NETWORK=true: whoever reaches this service')
    expect(allowed.output()).not.toContain('The embedded PostgreSQL lacks')
    const embedded = start({ PUBLIC_URL: 'https://try.example.org', DEV_ON_NETWORK: 'true', DEMO_DATA: 'false' })
    const warning = 'The embedded PostgreSQL lacks recent security fixes'
    await vi.waitFor(() => expect(embedded.output()).toContain(warning), { timeout: 60_000 })
  })

  test('so are missing variables in production', async ({ start }) => {
    const production = start({ NODE_ENV: 'production' })
    expect(await production.exit).toBe(1)
    expect(production.output().trim()).toBe(
      'Missing in production: DATABASE_URL, JWT_SECRET, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, SMTP_URL, REALTIME_APP_SECRET, PUBLIC_URL',
    )
  })
})
