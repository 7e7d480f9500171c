# The board in one image. Without DATABASE_URL, it runs its own PostgreSQL. All data is in /data.
# docs/operations/deploy.md says how to run it.

FROM node:24-bookworm-slim AS build
WORKDIR /board
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-bookworm-slim AS dependencies
WORKDIR /board
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
WORKDIR /board
COPY --from=dependencies /board/node_modules node_modules
COPY --from=build /board/dist dist
COPY --from=build /board/scripts/run.mjs scripts/run.mjs
COPY --from=build /board/scripts/healthcheck.mjs scripts/healthcheck.mjs
COPY --from=build /board/package.json package.json
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# The first start creates the database and fills it, which takes a while.
HEALTHCHECK --start-period=60s --interval=10s --timeout=5s --retries=3 \
  CMD ["node", "scripts/healthcheck.mjs"]
CMD ["node", "scripts/run.mjs", "main"]
