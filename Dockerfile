# syntax=docker/dockerfile:1
# Pin the digest of the version that you have tested. src/server/platform/config/production.rules.ts says which ones are too old.
ARG NODE_IMAGE=node:26-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY tools ./tools
# No package runs a script when it is installed.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.ts \
  # The tables of towns and words: on a read-only file system they would be built again at each start.
  # A misspelled word needs both tables of words.
  && node -e "import('./src/geography/gazetteer-file.ts').then(it => it.writeGazetteer())" \
  && node -e "import('./src/words/index.ts').then(it => it.readCategory('plumers'))" \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE}
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576 NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build --chown=root:root /app/package.json ./
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/src ./src
COPY --from=build --chown=root:root /app/dist ./dist
COPY --from=build --chown=root:root /app/starter-data ./starter-data
RUN node -e "import('./src/server/platform/config/production.rules.ts').then(({ hasKnownVulnerabilities, oldestSafeNode }) => { if (hasKnownVulnerabilities(process.versions.node)) { console.error('Node.js ' + process.version + ' is older than ' + oldestSafeNode); process.exit(1) } })"
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Health, not readiness: restarting a container that waits for its database would not help.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node is process 1, so it gets the signals.
CMD ["node", "--max-semi-space-size=4", "--expose-gc", "src/server/entry/main.ts"]
