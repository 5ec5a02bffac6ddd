#!/usr/bin/env bash
# fastify 5.12.8: a request whose client leaves before the answer ends without `onResponse` and without the line "request completed", although its
# handler returns a value and `onSend` runs. So a log of accesses and a histogram of durations that are fed there know nothing of the
# requests that took too long for their clients. `onRequestAbort` is the hook that runs; calls of `inject`, which have no connection, run
# `onResponse` with `reply.raw.writableFinished` false, as if their client had left.
# Seen on 2026-11-29. Source: lib/reply.js (setupResponseListeners) of fastify; https://github.com/fastify/fastify/issues/6208 (2025-06-10),
# https://fastify.dev/docs/latest/Reference/Hooks/
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit fastify@5.12.8
cat >seen.mjs <<'JS'
import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'

const hooks = { '/left': [], '/stayed': [], '/injected': [] }
const note = (hook) => async ({ url }) => void hooks[url].push(hook)
const lines = []
const app = Fastify({ logger: { level: 'info', stream: { write: (line) => lines.push(JSON.parse(line)) } } })
app.addHook('onSend', note('onSend'))
app.addHook('onRequestAbort', note('onRequestAbort'))
app.addHook('onResponse', async ({ url }, { raw }) => void hooks[url].push(`onResponse ${raw.writableFinished}`))
const started = Promise.withResolvers()
const returned = Promise.withResolvers()
app.get('/left', async (request) => {
  started.resolve()
  await once(request.raw.socket, 'close')
  setTimeout(returned.resolve, 500)
  return { done: true }
})
app.get('/stayed', async () => ({ done: true }))
app.get('/injected', async () => ({ done: true }))
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address()
await (await fetch(`http://127.0.0.1:${port}/stayed`)).text()
await app.inject('/injected')
const socket = connect(port, '127.0.0.1', () => socket.write('GET /left HTTP/1.1\r\nHost: example.org\r\n\r\n'))
await started.promise
socket.destroy()
await returned.promise
await app.close()
for (const [url, ran] of Object.entries(hooks)) console.log(`${url}: ${ran.toSorted().join(', ')}`)
console.log(`lines "request completed": ${lines.filter(({ msg }) => msg === 'request completed').length}`)
JS
seen=$(node seen.mjs)
expected='/left: onRequestAbort, onSend
/stayed: onResponse true, onSend
/injected: onResponse false, onSend
lines "request completed": 2'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed; it was:"; echo "$expected"; exit 1; }
