#!/usr/bin/env bash
# @fastify/rate-limit 11.2.0 (fastify 5.12.8): two routes whose options name the same array of onRequest hooks share the limit of the first.
# The plugin adds its own hook to the array that it was given, so the second route has both hooks, and only the first one that runs counts.
# With an array each, the second route allows ten requests; with one array for both it allows two.
# Seen on 2026-11-28. Source: addRouteRateHook in the package, https://www.npmjs.com/package/@fastify/rate-limit
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit fastify@5.12.8 @fastify/rate-limit@11.2.0
cat >try.mjs <<'JS'
import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'

const limitOfSecond = async (hooks) => {
  const app = Fastify()
  await app.register(rateLimit, { global: false })
  for (const [url, max] of [['/first', 2], ['/second', 10]]) app.get(url, { onRequest: hooks(), config: { rateLimit: { max } } }, async () => 'x')
  const { headers } = await app.inject('/second')
  await app.close()
  return headers['x-ratelimit-limit']
}
const shared = [async () => {}]
console.log(`own ${await limitOfSecond(() => [async () => {}])}, shared ${await limitOfSecond(() => shared)}`)
JS
seen=$(node try.mjs)
expected='own 10, shared 2'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed; it was: $expected"; exit 1; }
