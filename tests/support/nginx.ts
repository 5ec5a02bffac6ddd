import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Running, start } from './programs.ts'

const GUIDE = path.resolve(import.meta.dirname, '../../deploy/nginx/sejour.conf')

interface Options {
  /** A folder of the user that nginx runs as. */
  folder: string
  certificates: { cert: string; key: string }
  port: number
  /** The ports of the nodes, three at most. */
  nodes: number[]
}

/** nginx with the configuration of the guide: only names, ports and files are those of this machine. */
export async function startNginx(program: string, { folder, certificates, port, nodes }: Options): Promise<Running> {
  const local = readFileSync(GUIDE, 'utf8')
    .replaceAll(/\n {2}server 127\.0\.0\.1:300(\d) .+/g, (line, index: string) =>
      nodes[Number(index) - 1] ? line : '',
    )
    .replaceAll(/127\.0\.0\.1:300(\d)/g, (_, index: string) => `127.0.0.1:${nodes[Number(index) - 1]}`)
    .replace(/server \{\s+listen 80;[\s\S]+?\n\}\n/, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
    .replaceAll('booking.example;', 'localhost;')
    .replace(/ssl_certificate +.+;/, `ssl_certificate ${certificates.cert};`)
    .replace(/ssl_certificate_key +.+;/, `ssl_certificate_key ${certificates.key};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const file = path.join(folder, 'nginx.conf')
  const errors = path.join(folder, 'error.log')
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${errors};
events { worker_connections 1024; }
http { access_log off; ${temporary.join(' ')}
${local} }`,
  )
  const proxy = start(program, ['-p', folder, '-c', file, '-e', errors], { cwd: folder })
  await delay(500)
  assert.equal(proxy.child.exitCode, null, proxy.output())
  return proxy
}
