# The image contains the built site, so a container installs and builds nothing at its start. `npm run container` builds
# and runs it. Set NODE_IMAGE with a digest (`node:24-slim@sha256:…`), since a tag may later refer to another image.
# deploy/images.sh prints the digest.
ARG NODE_IMAGE
FROM ${NODE_IMAGE} AS build
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
ARG RELEASE=unknown
# With the secret `sentry_auth_token`, the build uploads its source maps (docs/decisions/reports.md).
ARG SENTRY_ORG=
ARG SENTRY_PROJECT=
RUN --mount=type=secret,id=sentry_auth_token \
  SENTRY_AUTH_TOKEN="$(cat /run/secrets/sentry_auth_token 2>/dev/null || true)" RELEASE="$RELEASE" npm run build
RUN npm run sbom
RUN find build -name "*.map" -delete

FROM ${NODE_IMAGE}
ENV NODE_ENV=production PORT=3000
WORKDIR /site
COPY package.json ./
COPY --from=build /site/build ./build
# The native SQLite module of the embedded acq, which cannot be bundled.
COPY --from=build /site/node_modules/libsql ./node_modules/libsql
COPY --from=build /site/node_modules/@libsql ./node_modules/@libsql
COPY --from=build /site/node_modules/@neon-rs ./node_modules/@neon-rs
COPY --from=build /site/node_modules/detect-libc ./node_modules/detect-libc
# The folder for the database of the embedded acq; unused unless ACQ_EMBEDDED=true.
RUN mkdir data && chown node:node data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=60", "--single-threaded-gc", "build/server.js"]
