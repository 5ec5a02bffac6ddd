# Makes the bundles, and leaves production dependencies only: no esbuild, no embedded test tools, no development Node.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches patches
RUN npm ci
COPY src src
COPY clients clients
COPY LICENSE .
RUN npm run build && npm run parts && npm prune --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/THIRD-PARTY-NOTICES.txt /app/sbom.cdx.json ./
COPY package.json LICENSE CHANGELOG.md ./
COPY patches patches
COPY migrations migrations
COPY sql sql
COPY docs docs
COPY src src
COPY clients/typescript/README.md clients/typescript/README.md
USER node
VOLUME /data
EXPOSE 3000
# Whether the process responds: a container that fails is restarted, which mends no database. Load balancers ask /health/ready.
# By bash itself: another Node each time would take 40 MB and a tenth of a second of a processor. The image has neither curl nor wget.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${PORT:-3000} && printf 'GET /health/live HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
CMD ["node", "src/start.js"]
