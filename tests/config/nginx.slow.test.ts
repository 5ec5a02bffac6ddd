import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Agent, fetch } from 'undici'
import { test as base, describe, expect } from 'vitest'
import { freePort } from '../../src/dev/free-port.ts'
import { fastFolder } from '../support/folders.ts'
import { isInstalled } from '../support/machine.ts'
import { startNginx } from '../support/nginx.ts'
import { makeCertificates, makeFolder, programOf } from '../support/programs.ts'

const nginxProgram = programOf('nginx')

/** Answers as a node does whose database is locked, or whose provider fails. */
const answer: http.RequestListener = (request, response) => {
  const status = Number(/\/(\d{3})$/.exec(request.url ?? '')?.[1] ?? 200)
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ node: status }))
}

async function startNodes() {
  const servers = Array.from({ length: 3 }, () => http.createServer(answer))
  await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))))
  return {
    ports: servers.map((server) => (server.address() as AddressInfo).port),
    async stop() {
      for (const server of servers) server.closeAllConnections()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

/** The nginx of the guide in front of three nodes. */
const test = base.extend<{
  front: {
    ask(path: string, init?: { method?: string; language?: string }): ReturnType<typeof fetch>
    stopNodes(): Promise<void>
  }
}>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern.
  front: async ({}, use) => {
    const folder = makeFolder(mkdtempSync(path.join(fastFolder(), 'sejour-nginx-')))
    const certificates = makeCertificates(makeFolder(path.join(folder, 'tls')))
    const nodes = await startNodes()
    const port = await freePort()
    const proxy = await startNginx(nginxProgram, {
      folder: makeFolder(path.join(folder, 'nginx')),
      certificates,
      port,
      nodes: nodes.ports,
    })
    const dispatcher = new Agent({ connect: { ca: readFileSync(certificates.ca, 'utf8') } })
    await use({
      ask: (to, { method = 'GET', language = 'fr' } = {}) =>
        fetch(`https://localhost:${port}${to}`, { method, dispatcher, headers: { 'accept-language': language } }),
      stopNodes: nodes.stop,
    })
    await dispatcher.close()
    await proxy.stop()
    await nodes.stop().catch(() => undefined)
    rmSync(folder, { recursive: true, force: true })
  },
})

describe.skipIf(!isInstalled('nginx', nginxProgram !== ''))('nginx of the guide', () => {
  test('passes on a 503 and goes on sending to the nodes', async ({ front }) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
      for (let turn = 0; turn < 6; turn++) {
        const refused = await front.ask('/503', { method })
        expect([refused.status, await refused.json()]).toEqual([503, { node: 503 }])
        expect((await front.ask('/other')).status).toBe(200)
      }
  })

  test('passes on the 502 of a node', async ({ front }) => {
    for (const status of [502, 504]) {
      const refused = await front.ask(`/${status}`)
      expect([refused.status, await refused.json()]).toEqual([status, { node: status }])
    }
  })

  test('answers JSON with Retry-After where no node answers', async ({ front }) => {
    await front.stopNodes()
    for (const [method, path] of [
      ['GET', '/'],
      ['POST', '/'],
      ['PUT', '/'],
      ['GET', '/app/key'],
    ] as const) {
      const refused = await front.ask(path, { method, language: 'en-GB' })
      expect(refused.status).toBe(502)
      expect(refused.headers.get('retry-after')).toBe('5')
      expect(refused.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(await refused.json()).toEqual({
        success: false,
        message: 'The service is temporarily unavailable. Try again later.',
        code: 'unavailable',
      })
    }
  })

  test('answers in the language of the client', async ({ front }) => {
    await front.stopNodes()
    expect(await (await front.ask('/')).json()).toMatchObject({
      message: 'Service momentanément indisponible : réessayez plus tard.',
    })
  })
})
