# syntax=docker/dockerfile:1

# Everything needed to build.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run audit
RUN npm run build
# Half of the build are source maps, which only reading a stack trace needs.
RUN mkdir /maps && cd build && find . -name '*.map' -exec cp --parents -t /maps {} + && find . -name '*.map' -delete

# The artifact beside the image: docker build --target maps --output maps .
FROM scratch AS maps
COPY --from=build /maps /

# Only what runs.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production PORT=3000
# Of the container, whose port Docker publishes; behind proxies the server would listen on loopback alone.
ENV HOST=0.0.0.0
# glibc keeps freed memory apart for each thread and core; with two such heaps, twenty uploads at once take a quarter less.
ENV MALLOC_ARENA_MAX=2
# One process per core. Metrics, where METRICS_PORT is set, are asked for from outside the container.
ENV WEB_CONCURRENCY=auto METRICS_HOST=0.0.0.0
# What log lines and metrics call this release: docker build --build-arg RELEASE=$(git rev-parse --short HEAD)
ARG RELEASE
ENV RELEASE=$RELEASE
WORKDIR /app
# Makes MOV, AVI and HEVC playable everywhere.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg \
  && rm -rf /var/lib/apt/lists/*
# Uploaded files, where no S3 store is set: mount a volume here.
RUN mkdir /data && chown node:node /data
ENV STORAGE_DIR=/data
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY package.json ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s --start-period=20s \
  CMD node -e "fetch('http://127.0.0.1:' + process.env.PORT + '/healthcheck').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
# The supervisor runs build/server.js, and starts it again should it crash.
CMD ["node", "--enable-source-maps", "build/supervisor.js"]
