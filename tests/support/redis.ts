import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../src/dev/free-port.ts'
import { fastFolder } from './folders.ts'

const BINARIES = ['redis-server', 'valkey-server']

/** The server that is installed here; undefined: none, and tests that need it are skipped loudly. */
export const redisBinary = BINARIES.find((name) => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

/** A Redis that keeps nothing, on the wanted port or a free one. */
export async function startRedis(
  binary: string,
  wanted?: number,
): Promise<{ url: string; port: number; freeze(): void; thaw(): void; stop(): Promise<void> }> {
  const folder = mkdtempSync(path.join(fastFolder(), 'sejour-redis-'))
  const port = wanted ?? (await freePort())
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const server = spawn(binary, options, { stdio: 'ignore' })
  const exit = once(server, 'exit')
  for (;;) {
    const socket = net.connect(port, '127.0.0.1')
    const isUp = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isUp) break
    if (server.exitCode !== null) throw new Error(`${binary} ends with ${server.exitCode}`)
    await delay(20)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    freeze: () => server.kill('SIGSTOP'),
    thaw: () => server.kill('SIGCONT'),
    async stop() {
      server.kill('SIGTERM')
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
