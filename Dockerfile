# A Turnkeeper worker. It runs the sources as they are, on Node's own type stripping.
# Debian, not Alpine: Temporal's native module needs glibc.
FROM node:24-bookworm-slim

# The native module trusts the system's certificates, for servers that are reached over TLS.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates \
  && rm -rf /var/lib/apt/lists/*

WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY bin bin
COPY src src
COPY docker/dynamic-config.yaml docker/dynamic-config.yaml
COPY examples examples

# A volume mounted here takes this owner over when it is new.
ENV TURNKEEPER_HOME=/home/node/.turnkeeper
RUN install --directory --owner node --group node "$TURNKEEPER_HOME"
USER node

ENTRYPOINT ["node", "/app/bin/turnkeeper.js"]
CMD ["worker", "examples/01-read-config.ts"]
