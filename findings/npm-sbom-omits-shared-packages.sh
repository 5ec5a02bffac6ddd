#!/usr/bin/env bash
# npm 11.19.1: `npm sbom --omit=dev` leaves out packages of production that a package of development needs as well. The project below runs
# debug, which needs ms; send, for development, needs both too. `npm ls --omit=dev` has the two, the list of parts has none.
# The option becomes the selector `:not(.dev)`, and `.dev` matches what any path from a development dependency leads to.
# Seen on 2026-11-29. Source: lib/commands/sbom.js of npm and edgeIsType in lib/query-selector-all.js of @npmcli/arborist,
# https://www.npmjs.com/package/npm, https://docs.npmjs.com/cli/v11/commands/npm-sbom
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir tool project
(cd tool && npm init -y >/dev/null && npm install --silent --no-fund --no-audit npm@11.19.1)
npm_of_finding() { node "$folder/tool/node_modules/npm/bin/npm-cli.js" "$@"; }
cd project
cat >package.json <<'JSON'
{ "name": "project", "version": "1.0.0", "dependencies": { "debug": "4.4.3" }, "devDependencies": { "send": "1.2.0" } }
JSON
npm_of_finding install --silent --no-fund --no-audit --package-lock-only
listed=$(npm_of_finding ls --all --omit=dev --package-lock-only --parseable | grep -oE '(debug|ms)$' | sort | paste -sd ' ')
parts=$(npm_of_finding sbom --omit=dev --package-lock-only --sbom-format=cyclonedx |
  node -e 'console.log(JSON.parse(require("fs").readFileSync(0, "utf8")).components.length)')
seen="npm ls: $listed; npm sbom: $parts components"
expected='npm ls: debug ms; npm sbom: 0 components'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed; it was: $expected"; exit 1; }
