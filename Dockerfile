# syntax=docker/dockerfile:1
# Node 26.12.1 is a security release: nothing older. Pin the digest of the one that you have tested.
ARG NODE_IMAGE=node:26-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY tools ./tools
# Without the scripts, that install commands bring nothing with them that runs.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# The address that people use stands in the previews that other sites show.
ARG PUBLIC_URL
ENV PUBLIC_URL=${PUBLIC_URL}
RUN node scripts/build.ts \
  # The table of towns, which a file system that can not be written to would have made anew at each start.
  && node -e "import('./src/server/places/gazetteer/gazetteer-file.ts').then(it => it.writeGazetteer())" \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE}
RUN node -e "const [a, b, c] = process.versions.node.split('.').map(Number); if (a * 1e6 + b * 1e3 + c < 26012001) { console.error('Node ' + process.version + ' is older than 26.12.1'); process.exit(1) }"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build --chown=root:root /app/package.json ./
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/src ./src
COPY --from=build --chown=root:root /app/dist ./dist
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Alive, not ready: a container that waits for its database is not to be killed for it.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process: it gets the signals.
CMD ["node", "src/server/main.ts"]
