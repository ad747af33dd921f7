import { Duration, Effect } from "effect"
import type { Configuration, TokenIssuer, Upstream } from "../../layers/Configuration.ts"
import { makeSmtp } from "../../layers/delivery/makeSmtp.ts"
import { fetchKeys, reach } from "../../layers/readiness/upstreamProbes.ts"
import { redisRateLimits } from "../../layers/rateLimits/redisRateLimits.ts"
import { type Check, fail, ok, warn } from "./Check.ts"

const deadline = Effect.timeoutOrElse({ duration: "5 seconds", orElse: () => Effect.fail("does not answer") })

const checkIssuer = (name: string, issuer: Pick<TokenIssuer, "jwksUrl"> | undefined): Effect.Effect<Check> =>
  issuer === undefined
    ? Effect.succeed(ok(name, "the development issuer"))
    : fetchKeys(issuer.jwksUrl).pipe(
        deadline,
        Effect.match({
          onSuccess: (count) => ok(name, `${issuer.jwksUrl} has ${count} keys`),
          onFailure: (problem) => fail(name, `${issuer.jwksUrl} ${problem}`)
        })
      )

const checkAssistantIssuer = ({ assistantTokens }: Configuration["Service"]): Effect.Effect<Check> =>
  assistantTokens === undefined
    ? Effect.succeed(ok("assistant issuer", "not configured: assistants cannot connect"))
    : checkIssuer(
        "assistant issuer",
        assistantTokens.jwksUrl === undefined ? undefined : { jwksUrl: assistantTokens.jwksUrl }
      )

const checkUpstream = (name: string, upstream: Upstream | undefined): Effect.Effect<Check> =>
  upstream === undefined
    ? Effect.succeed(ok(name, "this database"))
    : reach(upstream).pipe(
        deadline,
        Effect.match({
          onSuccess: () => ok(name, `${upstream.url} answers`),
          onFailure: (problem) => fail(name, `${upstream.url} ${problem}`)
        })
      )

const checkRedis = ({ environment, redisUrl }: Configuration["Service"]): Effect.Effect<Check> => {
  if (redisUrl === undefined) {
    const detail = "not configured: each process counts rate limits for itself"
    return Effect.succeed(environment === "development" ? ok("redis", detail) : warn("redis", detail))
  }
  return Effect.scoped(
    Effect.gen(function* () {
      const redis = yield* redisRateLimits(redisUrl)
      return (yield* redis.healthy) ? ok("redis", "answers") : warn("redis", `does not answer: ${redis.lastError()}`)
    })
  )
}

const checkMail = ({ environment, smtp }: Configuration["Service"]): Effect.Effect<Check> => {
  if (smtp === undefined) {
    return Effect.succeed(
      environment === "development" ? ok("e-mail", "the mailbox") : warn("e-mail", "not configured: no e-mail is sent")
    )
  }
  return makeSmtp({ ...smtp, timeout: Duration.seconds(3) }).verify.pipe(
    deadline,
    Effect.match({
      onSuccess: () => ok("e-mail", "the mail server answers"),
      onFailure: (problem) => warn("e-mail", `the mail server cannot be used: ${problem}`)
    })
  )
}

const checkSms = ({ environment, sms }: Configuration["Service"]): Check =>
  sms !== undefined
    ? ok("sms", `by ${sms.url}`)
    : environment === "development"
      ? ok("sms", "the mailbox")
      : warn("sms", "not configured: no SMS is sent")

const checkAssistant = ({ assistant, environment }: Configuration["Service"]): Effect.Effect<Check> => {
  const name = "assistant"
  switch (assistant.kind) {
    case "none": {
      const detail = "none: operators who ask it get 503"
      return Effect.succeed(environment === "development" ? ok(name, detail) : warn(name, detail))
    }
    case "scripted":
      return Effect.succeed(ok(name, "the script"))
    case "provider":
      return reach(assistant).pipe(
        deadline,
        Effect.match({
          onSuccess: () => ok(name, `${assistant.url} answers, for the model ${assistant.model}`),
          onFailure: (problem) => warn(name, `${assistant.url} ${problem}`)
        })
      )
  }
}

/**
 * Checks the services that this one calls. An unavailable Redis is only a warning, because rate limits fall back to the
 * process.
 */
export const checkUpstreams = (configuration: Configuration["Service"]) =>
  Effect.all(
    [
      checkRedis(configuration),
      checkIssuer("member issuer", configuration.memberTokens),
      checkIssuer("operator issuer", configuration.operatorTokens),
      checkAssistantIssuer(configuration),
      checkUpstream("core API", configuration.coreApi),
      checkUpstream("identity provider", configuration.identityProvider),
      checkMail(configuration),
      Effect.succeed(checkSms(configuration)),
      checkAssistant(configuration)
    ],
    { concurrency: "unbounded" }
  )
