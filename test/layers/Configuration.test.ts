import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { inspect } from "node:util"
import { developmentSecret } from "../../src/domain/shared/developmentSecret.ts"
import { configurationTable, variables } from "../../src/layers/configuration/variables.ts"
import { complete, type Env, read, refused } from "../support/configuration.ts"
import { developmentIssuer } from "../../src/layers/developmentIssuer.ts"

const without = (...names: ReadonlyArray<string>) =>
  Object.fromEntries(Object.entries(complete).filter(([name]) => !names.includes(name)))

describe("configuration", () => {
  it.effect("needs no variables in development", () =>
    Effect.gen(function* () {
      const configuration = yield* read({})
      assert.strictEqual(configuration.environment, "development")
      assert.strictEqual(configuration.store, "embedded")
      assert.strictEqual(configuration.host, "127.0.0.1")
      assert.strictEqual(configuration.port, 8080)
      assert.strictEqual(configuration.memberTokens, undefined)
      assert.strictEqual(configuration.logLevel, "Info")
      assert.isTrue(configuration.messagingEnabled)
      assert.deepStrictEqual(configuration.trustedProxies, [])
    })
  )

  it.effect("uses the published limits by default", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* read({})).limits, {
        hubKey: 600,
        hubTransition: 120,
        operator: 600,
        operatorWrites: 120,
        partnerKey: 600,
        partnerWrites: 300,
        member: 300,
        memberLookup: 10,
        assistant: 600,
        public: 120,
        address: 1200,
        inviteAddress: 20,
        inviteLink: 60,
        inviteRecipient: 3,
        inviteResend: 3,
        domainRecheck: 6,
        domainRetry: 3
      })
      assert.strictEqual((yield* read({ HUB_LIMIT_HUB_KEY: "7" })).limits.hubKey, 7)
    })
  )

  it.effect("reads variables that are set, and an empty one as unset", () =>
    Effect.gen(function* () {
      const configuration = yield* read({
        PORT: "0",
        HOST: "",
        HOST_NAME: "ignored",
        PUBLIC_URL: "https://hub.example.com/",
        HUB_TRUSTED_PROXIES: "10.0.0.0/8, ::1",
        HUB_MESSAGING_ENABLED: "0",
        HUB_LOG_LEVEL: "debug",
        CORE_API_URL: "http://core.internal/v2",
        CORE_API_KEY: "core-key"
      })
      assert.strictEqual(configuration.port, 0)
      assert.strictEqual(configuration.host, "127.0.0.1")
      assert.strictEqual(configuration.publicUrl, "https://hub.example.com")
      assert.deepStrictEqual(configuration.trustedProxies, ["10.0.0.0/8", "::1"])
      assert.isFalse(configuration.messagingEnabled)
      assert.strictEqual(configuration.logLevel, "Debug")
      assert.strictEqual(configuration.coreApi?.url, "http://core.internal/v2")
    })
  )

  it.effect("chooses the store by DATABASE_URL, unless it is configured", () =>
    Effect.gen(function* () {
      const env = { DATABASE_URL: "postgres://localhost/hub" }
      assert.strictEqual((yield* read(env)).store, "postgres")
      assert.strictEqual((yield* read(env, { store: "memory" })).store, "memory")
      assert.deepStrictEqual((yield* refused({}, { store: "postgres" })).names, ["DATABASE_URL"])
    })
  )

  it.effect("names every invalid variable at once, and shows none of their values", () =>
    Effect.gen(function* () {
      // Free text fits any printable value, so these go unnamed, and so do those that are only compared.
      const freeText = [
        "CORE_API_KEY",
        "IDENTITY_PROVIDER_KEY",
        "HUB_SMS_TOKEN",
        "HUB_ASSISTANT_KEY",
        "NODE_ENV",
        "ENV"
      ]
      const names = Object.values(variables).map(({ name }) => name)
      const { message, names: named } = yield* refused(
        Object.fromEntries(names.map((name) => [name, " bad\u0000value "]))
      )
      assert.sameMembers(
        named,
        names.filter((name) => !freeText.includes(name))
      )
      assert.notInclude(message, "bad")
      for (const name of named) assert.match(message, new RegExp(`^ {2}${name} must be `, "m"))
    })
  )

  const bad: ReadonlyArray<readonly [string, string]> = [
    ["HUB_ENV", "prod"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "80.5"],
    ["PORT", "0x50"],
    ["PORT", "1e3"],
    ["HOST", "two words"],
    ["DATABASE_URL", "mysql://localhost/hub"],
    ["REDIS_URL", "localhost:6379"],
    ["HUB_SECRET", "short"],
    ["HUB_SECRET", "long enough to be a secret, but not one that can stand in a list"],
    ["HUB_SECRET", " long enough to be a secret, in blanks "],
    ["HUB_FORMER_SECRETS", "long enough to be a former secret,short"],
    ["HUB_FORMER_SECRETS", ",long enough to be a former secret"],
    ["CORE_API_URL", "core.internal"],
    ["CORE_API_URL", "https://name:word@core.internal"],
    ["PUBLIC_URL", "https://hub.example.com/?a=b"],
    ["HUB_LIMIT_PUBLIC", "0"],
    ["HUB_LIMIT_PUBLIC", "10000001"],
    ["HUB_KEY_CACHE_SECONDS", "61"],
    ["HUB_TEST_CONTROLS", "maybe"],
    ["HUB_JOBS", "maybe"],
    ["HUB_JOBS_CRON", "every minute"],
    ["HUB_JOBS_LEASE_SECONDS", "2"],
    ["HUB_TRUSTED_PROXIES", "10.0.0.0/33"],
    ["HUB_ALLOW_PLAINTEXT", "http://core"],
    ["HUB_TRUSTED_PROXIES", "10.0.0.1,,10.0.0.2"],
    ["HUB_LOG_LEVEL", "loud"]
  ]
  for (const [name, value] of bad) {
    it.effect(`refuses ${name}=${value}`, () =>
      Effect.gen(function* () {
        const { names, message } = yield* refused({ [name]: value })
        assert.deepStrictEqual(names, [name])
        assert.notInclude(message, `${value}\n`)
      })
    )
  }

  it.effect("takes part in the jobs by default, each on its own schedule", () =>
    Effect.gen(function* () {
      const { jobs, jobsCron, jobsLeaseSeconds } = yield* read(complete)
      assert.deepStrictEqual([jobs, jobsCron, jobsLeaseSeconds], [true, undefined, 30])
      assert.isFalse((yield* read({ HUB_JOBS: "0" })).jobs)
      for (const cron of ["*/5 * * * *", "30 * * * * *"]) {
        assert.strictEqual((yield* read({ HUB_JOBS_CRON: cron })).jobsCron, cron)
      }
    })
  )

  it.effect("accepts HUB_KEY_CACHE_SECONDS up to 60", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* read({ HUB_KEY_CACHE_SECONDS: "60" })).keyCacheSeconds, 60)
      assert.deepStrictEqual((yield* refused({ HUB_KEY_CACHE_SECONDS: "61" })).names, ["HUB_KEY_CACHE_SECONDS"])
    })
  )

  it.effect("keeps secrets out of everything that can be printed", () =>
    Effect.gen(function* () {
      const env = {
        ...complete,
        REDIS_URL: "rediss://:cache-password@cache",
        CORE_API_URL: "https://core",
        CORE_API_KEY: "core-word"
      }
      const printed = inspect(yield* read(env), { depth: 9 }) + JSON.stringify(yield* read(env))
      for (const word of ["database-password", "cache-password", "core-word", complete["HUB_SECRET"] ?? ""]) {
        assert.notInclude(printed, word)
      }
    })
  )

  it.effect(
    "reads former secrets in order, with the development secret as the last in development and refused elsewhere",
    () =>
      Effect.gen(function* () {
        const [older, old] = ["the older secret of thirty-two characters", "the old secret of thirty-two characters"]
        const former = { HUB_FORMER_SECRETS: `${old}, ${older}` }
        const valuesOf = (env: Env) =>
          Effect.map(read(env), ({ formerSecrets }) => formerSecrets.map((one) => Redacted.value(one)))
        assert.deepStrictEqual(yield* valuesOf({ ...complete, ...former }), [old, older])
        assert.deepStrictEqual(yield* valuesOf(complete), [])
        assert.deepStrictEqual(yield* valuesOf(former), [old, older, developmentSecret])
        const published = { HUB_FORMER_SECRETS: `${old},${developmentSecret}` }
        const { message, names } = yield* refused({ ...complete, ...published })
        assert.deepStrictEqual(names, ["HUB_FORMER_SECRETS"])
        assert.notInclude(message, developmentSecret)
        const printed = inspect(yield* read(former), { depth: 9 }) + JSON.stringify(yield* read(former))
        assert.notInclude(printed, "thirty-two")
      })
  )

  it.effect("keeps an invalid secret out of the message", () =>
    Effect.gen(function* () {
      const { names, message } = yield* refused({
        ...complete,
        DATABASE_URL: "database-password",
        HUB_SECRET: "secret-word",
        REDIS_URL: "cache-password"
      })
      assert.sameMembers(names, ["DATABASE_URL", "HUB_SECRET", "REDIS_URL"])
      for (const word of ["database-password", "secret-word", "cache-password"]) assert.notInclude(message, word)
    })
  )

  it.effect("GEN-002: refuses the same issuer and audience for member and operator tokens", () =>
    Effect.gen(function* () {
      const same = { HUB_OPERATOR_ISSUER: "https://login.example.com/", HUB_OPERATOR_AUDIENCE: "members" }
      assert.deepStrictEqual((yield* refused({ ...complete, ...same })).names, ["HUB_OPERATOR_AUDIENCE"])
    })
  )

  it.effect("requires all variables of an issuer", () =>
    Effect.gen(function* () {
      const { names } = yield* refused({ HUB_MEMBER_ISSUER: "https://login.example.com/" })
      assert.deepStrictEqual(names, ["HUB_MEMBER_AUDIENCE", "HUB_MEMBER_JWKS_URL"])
    })
  )

  it("documents every variable with its default", () => {
    const lines = configurationTable().split("\n").slice(2)
    assert.strictEqual(lines.length, Object.keys(variables).length)
    assert.include(configurationTable(), "| `PORT` | an integer from 0 to 65535 | `8080` |")
    for (const line of lines) assert.strictEqual(line.split("|").length, 6)
  })
})

for (const environment of ["production", "sandbox"]) {
  describe(`configuration of ${environment}`, () => {
    const here = { ...complete, HUB_ENV: environment }

    it.effect("starts with a database, a secret and issuers", () =>
      Effect.gen(function* () {
        const configuration = yield* read(here)
        assert.strictEqual(configuration.environment, environment)
        assert.strictEqual(configuration.store, "postgres")
        assert.strictEqual(Redacted.value(configuration.secret), complete["HUB_SECRET"])
        assert.deepStrictEqual(configuration.operatorTokens, {
          issuer: "https://staff.example.com",
          audience: "operators",
          jwksUrl: "https://staff.example.com/jwks"
        })
      })
    )

    it.effect("refuses to start without them, naming each", () =>
      Effect.gen(function* () {
        const { names } = yield* refused({ HUB_ENV: environment, PORT: "none" })
        assert.sameMembers(names, ["PORT", ...Object.keys(without("HUB_ENV"))])
      })
    )

    for (const name of Object.keys(without("HUB_ENV"))) {
      it.effect(`refuses to start without ${name}`, () =>
        Effect.gen(function* () {
          const { names, message } = yield* refused({ ...without(name), HUB_ENV: environment })
          assert.deepStrictEqual(names, [name])
          assert.include(message, `${name} is required when HUB_ENV=${environment}`)
        })
      )
    }

    it.effect("refuses the development issuer, the development secret and keys fetched in plaintext", () =>
      Effect.gen(function* () {
        const { names } = yield* refused({
          ...here,
          HUB_MEMBER_ISSUER: developmentIssuer,
          HUB_SECRET: developmentSecret,
          HUB_OPERATOR_JWKS_URL: "http://staff.example.com/jwks"
        })
        assert.sameMembers(names, ["HUB_MEMBER_ISSUER", "HUB_SECRET", "HUB_OPERATOR_JWKS_URL"])
      })
    )

    it.effect("refuses demo data, development tokens and the embedded and memory stores", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* refused(here, { demo: true })).names, ["--demo"])
        assert.deepStrictEqual((yield* refused(here, { mint: true })).names, ["hub token"])
        assert.deepStrictEqual((yield* refused(here, { store: "embedded" })).names, ["--store"])
        assert.deepStrictEqual((yield* refused(here, { store: "memory" })).names, ["--store"])
      })
    )
  })
}

describe("configuration of development", () => {
  it.effect("must be explicit to serve at an address that is not loopback, and then warns", () =>
    Effect.gen(function* () {
      for (const HOST of ["0.0.0.0", "::", "192.0.2.1", "hub.internal"]) {
        const { message, names } = yield* refused({ HOST }, { serve: true })
        assert.deepStrictEqual(names, ["HUB_ENV"])
        assert.include(message, `HUB_ENV must be set when HOST (${HOST}) is not loopback`)
        const { environment, warnings } = yield* read({ HOST, HUB_ENV: "development" }, { serve: true })
        assert.strictEqual(environment, "development")
        assert.lengthOf(warnings, 1)
        assert.include(warnings[0], `at ${HOST}`)
      }
      for (const HOST of ["127.0.0.1", "127.1.2.3", "::1", "localhost"]) {
        assert.deepStrictEqual((yield* read({ HOST }, { serve: true })).warnings, [])
      }
      // Other commands do not listen.
      assert.deepStrictEqual((yield* read({ HOST: "0.0.0.0" })).warnings, [])
      assert.deepStrictEqual((yield* read({ ...complete, HOST: "0.0.0.0" }, { serve: true })).warnings, [])
    })
  )
})

describe("unknown variables", () => {
  const typos = { HUB_ENVIRONMENT: "production", HUB_LIMT_PUBLIC: "5" }

  it.effect("are named in one warning, each with the nearest variable", () =>
    Effect.gen(function* () {
      for (const HUB_ENV of ["development", "sandbox"]) {
        const { warnings } = yield* read({ ...complete, HUB_ENV, ...typos })
        assert.deepStrictEqual(warnings, [
          "Not a variable of hub, so ignored: HUB_ENVIRONMENT (the nearest is HUB_ENV), HUB_LIMT_PUBLIC (the nearest is HUB_LIMIT_PUBLIC)"
        ])
      }
    })
  )

  it.effect("refuse the start in production", () =>
    Effect.gen(function* () {
      const { message, names } = yield* refused({ ...complete, ...typos })
      assert.deepStrictEqual(names, Object.keys(typos))
      assert.include(message, "HUB_LIMT_PUBLIC is not a variable of hub; HUB_LIMIT_PUBLIC is")
    })
  )

  it.effect("exclude those that Kubernetes sets for a service of the same name, empty ones and foreign ones", () =>
    Effect.gen(function* () {
      const links = {
        HUB_SERVICE_HOST: "10.0.0.1",
        HUB_SERVICE_PORT: "80",
        HUB_SERVICE_PORT_HTTP: "80",
        HUB_PORT: "tcp://10.0.0.1:80",
        HUB_PORT_80_TCP: "tcp://10.0.0.1:80",
        HUB_PORT_80_TCP_PROTO: "tcp",
        HUB_PORT_80_TCP_PORT: "80",
        HUB_PORT_80_TCP_ADDR: "10.0.0.1",
        HUB_CACHE_SERVICE_HOST: "10.0.0.2"
      }
      assert.deepStrictEqual((yield* read({ ...complete, ...links, HUB_OLD: "", HUBBLE_X: "1" })).warnings, [])
      assert.deepStrictEqual((yield* refused({ ...complete, HUB_PORT: "80" })).names, ["HUB_PORT"])
    })
  )
})

describe("plaintext connections", () => {
  const upstreams = {
    HUB_MEMBER_JWKS_URL: "http://login.internal/jwks",
    HUB_OPERATOR_JWKS_URL: "http://staff.internal/jwks",
    CORE_API_URL: "http://core.internal",
    IDENTITY_PROVIDER_URL: "http://identity.internal",
    REDIS_URL: "redis://:word@cache.internal"
  }

  for (const HUB_ENV of ["production", "sandbox"]) {
    for (const [name, url] of Object.entries(upstreams)) {
      it.effect(`are refused in ${HUB_ENV} for ${name}, unless the host is loopback or allowed`, () =>
        Effect.gen(function* () {
          const here = { ...complete, HUB_ENV }
          const { message, names } = yield* refused({ ...here, [name]: url })
          assert.deepStrictEqual(names, [name])
          assert.include(message, "HUB_ALLOW_PLAINTEXT")
          const other = { ...here, [name]: url, HUB_ALLOW_PLAINTEXT: "other.internal" }
          assert.deepStrictEqual((yield* refused(other)).names, [name])
          const host = new URL(url).hostname
          yield* read({ ...here, [name]: url, HUB_ALLOW_PLAINTEXT: `other.internal, ${host}` })
          for (const loopback of ["localhost", "127.0.0.1", "[::1]"]) {
            yield* read({ ...here, [name]: url.replace(host, loopback) })
          }
          yield* read({ ...here, [name]: url.replace(/^(http|redis):/, "$1s:") })
        })
      )
    }
  }

  it.effect("are accepted to a Redis without a password, and to all upstreams in development", () =>
    Effect.gen(function* () {
      yield* read({ ...complete, REDIS_URL: "redis://cache.internal" })
      const { HUB_MEMBER_JWKS_URL: _, HUB_OPERATOR_JWKS_URL: __, ...others } = upstreams
      assert.strictEqual((yield* read(others)).coreApi?.url, "http://core.internal")
    })
  )
})
