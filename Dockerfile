# The mock as an image, from a clone or from the package: docker build --tag voice-agent-mock node_modules/voice-agent-mock
# A newer one: --build-arg NODE_IMAGE=…, as docs/sharing.md says.
ARG NODE_IMAGE=node:22-alpine@sha256:0a7108bf6c7bf5de370ffb1a3ed6be93d405b43ff159f681a8d18c0e2bc2e402
FROM ${NODE_IMAGE} AS build
WORKDIR /build
# What changes seldom comes first: the packages are installed again only where these have changed.
COPY package*.json ./
RUN [ ! -f package-lock.json ] || npm ci --ignore-scripts
COPY . .
# The package has its lock file left out, and is built already.
RUN if [ -f package-lock.json ]; then npm pack --pack-destination /tmp/; else npm pack --ignore-scripts --pack-destination /tmp/; fi

FROM ${NODE_IMAGE}
COPY --from=build /tmp/voice-agent-mock-*.tgz /tmp/voice-agent-mock.tgz
RUN npm install --global /tmp/voice-agent-mock.tgz && npm cache clean --force
USER node
WORKDIR /home/node
# A volume that is mounted here is the user's own.
RUN mkdir -p .data
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD wget --quiet --output-document=/dev/null "http://127.0.0.1:${VOICE_AGENT_MOCK_PORT:-4010}/__mock/ready"
# The shell demands the token and is replaced by the mock, which SIGTERM then ends.
CMD ["sh", "-c", ": \"${VOICE_AGENT_MOCK_CONTROL_TOKEN:?Give what requests to /__mock must carry, of at least 8 characters}\" && exec voice-agent-mock serve --host 0.0.0.0"]
