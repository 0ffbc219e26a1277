# The built site alone: it installs and builds nothing when it starts.
FROM node:24-slim AS build
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
ARG RELEASE=unknown
RUN RELEASE="$RELEASE" npm run build

FROM node:24-slim AS packages
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm ci --omit=dev && npm cache clean --force

FROM node:24-slim
ENV NODE_ENV=production PORT=3000
WORKDIR /site
COPY --from=packages /site/node_modules ./node_modules
COPY --from=build /site/build ./build
COPY package.json ./
# Where the embedded acq would keep its database; unused unless ACQ_EMBEDDED=true.
RUN mkdir data && chown node:node data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=2", "--heap-growing-percent=60", "build/server.js"]
